import { z } from 'zod'

export const deskRoleSchema = z.enum(['owner', 'support', 'books'])

export type DeskRole = z.infer<typeof deskRoleSchema>

/** Roles that owners can add at the desk. `site.yml` names the owners. */
export const addedRoleSchema = deskRoleSchema.exclude(['owner'])

export type AddedRole = z.infer<typeof addedRoleSchema>

const everyone: readonly DeskRole[] = deskRoleSchema.options
const owner: readonly DeskRole[] = ['owner']
const people: readonly DeskRole[] = ['owner', 'support']
const money: readonly DeskRole[] = ['owner', 'books']

/** The server enforces these roles; pages only hide what it would refuse. */
export const rolesOf = {
  overview: everyone,
  'overview.sums': money,
  search: everyone,
  'orders.read': everyone,
  'orders.note': everyone,
  'orders.resend': people,
  'orders.buyer': people,
  'orders.pay': money,
  'orders.refund': owner,
  'orders.cancel': owner,
  'orders.accept': owner,
  'customers.read': everyone,
  'customers.note': everyone,
  'quotes.make': people,
  'quotes.withdraw': people,
  'licences.read': people,
  'licences.release': people,
  'licences.enrol': people,
  'licences.end-enrolment': people,
  'licences.replace-key': people,
  'licences.move': people,
  'licences.suspend': people,
  'licences.reinstate': people,
  'licences.issue': owner,
  'licences.import': owner,
  'licences.seats': owner,
  'licences.updates-until': owner,
  'licences.details': owner,
  'licences.revoke': owner,
  statement: money,
  messages: people,
  mails: people,
  books: money,
  trends: money,
  audit: money,
  codes: owner,
  'releases.read': people,
  'releases.offer': owner,
  staff: owner,
  'sessions.own': everyone,
  'sessions.others': owner,
} as const satisfies Record<string, readonly DeskRole[]>

export type DeskAct = keyof typeof rolesOf

export function mayDo(role: DeskRole, act: DeskAct): boolean {
  return rolesOf[act].includes(role)
}
