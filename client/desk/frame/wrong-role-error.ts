import { type DeskAct, type DeskRole, rolesOf } from '#shared/desk/roles.ts'
import { PageError } from '../../site/framework/page-error.ts'

/** For a page of another role: whose it is. */
export function wrongRoleError(act: DeskAct, role: DeskRole): PageError {
  const whose = rolesOf[act].map((each) => keepers[each]).join(' and ')
  const message = `You’re signed in as ${role}. This is for ${whose}.`
  return new PageError(403, message, `${subjects[act] ?? 'This isn’t'} on your desk`)
}

const keepers: Record<DeskRole, string> = {
  owner: 'the owner',
  support: 'support',
  books: 'whoever keeps the books',
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
