import { type DeskAct, deskRoleSchema, mayDo } from '#shared/desk/roles.ts'
import { capitalised } from '#shared/text/words.ts'
import { Block } from '../ui/block.tsx'
import { Rows } from '../ui/rows.tsx'

const acts: [string, DeskAct][] = [
  ['Read orders and documents', 'orders.read'],
  ['Make, withdraw quotes', 'quotes.make'],
  ['Release, replace, suspend', 'licences.release'],
  ['Issue, seats, date, revoke', 'licences.issue'],
  ['Payments, statement', 'orders.pay'],
  ['Refund, cancel, accept', 'orders.refund'],
  ['Resend, correct the buyer', 'orders.resend'],
  ['Messages, mails', 'messages'],
  ['Books, trends, audit', 'books'],
  ['Roll out, withdraw a release', 'releases.offer'],
  ['Codes, staff, others’ sessions', 'codes'],
]

export function WhoDoesWhat() {
  const roles = deskRoleSchema.options
  const columns = Object.fromEntries(roles.map((role) => [capitalised(role), true]))
  return (
    <Block title="Who does what">
      <Rows
        tight
        columns={{ Act: 'main', ...columns }}
        rows={acts.map(([label, act]) => ({
          key: label,
          cells: [label, ...roles.map((role) => (mayDo(role, act) ? 'yes' : 'no'))],
        }))}
      />
    </Block>
  )
}
