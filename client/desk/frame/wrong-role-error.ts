import { type DeskAct, type DeskRole, rolesOf } from '#shared/desk/roles.ts'
import { PageError } from '../../site/framework/page-error.ts'

/** The error of a page for other roles, which names them. */
export function wrongRoleError(act: DeskAct, role: DeskRole): PageError {
  const message = `You’re signed in as ${role}. This is for ${keepersOf(act).join(' and ')}.`
  return new PageError(403, message, `${subjects[act] ?? 'This isn’t'} on your desk`)
}

const keepers = { owner: 'the owner', support: 'support', books: 'whoever keeps the books' }

/** The roles that may do it, in words. */
export function keepersOf(act: DeskAct): string[] {
  return rolesOf[act].map((role) => keepers[role])
}

const subjects: Partial<Record<DeskAct, string>> = {
  'licences.read': 'Licences aren’t',
  'licences.issue': 'Licences by hand aren’t',
  'licences.revoke': 'Revoking isn’t',
  'orders.refund': 'Refunds aren’t',
  statement: 'Statements aren’t',
  books: 'The books aren’t',
  codes: 'Codes aren’t',
  staff: 'The staff isn’t',
  'releases.read': 'Releases aren’t',
  'releases.offer': 'Rollouts aren’t',
  messages: 'Messages aren’t',
  mails: 'Mails aren’t',
  audit: 'The audit isn’t',
}
