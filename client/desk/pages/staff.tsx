import { useLoaderData } from 'react-router'
import type { DeskMember } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { capitalised } from '#shared/text/words.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { loaderOf } from '../ask.ts'
import { WhoDoesWhat } from '../frame/who-does-what.tsx'
import { OnceKey, useFormState } from '../ui/act-form.tsx'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Older } from '../ui/older.tsx'
import { RowAct } from '../ui/row-act.tsx'
import { Rows } from '../ui/rows.tsx'
import { When } from '../ui/when.tsx'

export const loader = loaderOf(deskApiRoutes.staff)

const done = {
  add: 'It’s written. They sign in at the desk’s address, by a link that it mails to them.',
  end: 'All access has ended: the role, every session and every token.',
}

export function Component() {
  const { staff } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title="Staff"
      side={<CsvLink address={deskApiRoutes.staffCsv} noun="people" />}
      lead="Owners stand in content/site.yml, so that nobody locks them out here. Everybody else is added below."
    >
      <div className="Stack">
        <Outcome done={done} />
        <div>
          <Rows
            list
            label="Staff"
            columns={{
              Who: 'main',
              Role: 'state',
              Since: 'date',
              'Last seen': 'date',
              Open: true,
              Act: 'act',
            }}
            rows={staff.map((member) => ({
              key: member.email,
              href: deskRoutes.sessions,
              cells: cellsOf(member),
            }))}
          />
          <Older shown={`${staff.length} shown`} noun="people" next={null} />
        </div>
        <AddMember isFirst={staff.every(({ addedAt }) => addedAt === null)} />
        <WhoDoesWhat />
      </div>
    </DeskPage>
  )
}

/** Whether `content/site.yml` lists the member, whom the desk then can't remove. */
export function isInSiteFile({ role, addedAt }: Pick<DeskMember, 'role' | 'addedAt'>): boolean {
  return role !== null && addedAt === null
}

function cellsOf(member: DeskMember) {
  const { email, role, addedAt, addedBy, seenAt, sessions, tokens } = member
  const isOfSite = isInSiteFile(member)
  const open = [
    ...(sessions > 0 ? [plural(sessions, 'session')] : []),
    ...(tokens > 0 ? [plural(tokens, 'token')] : []),
  ].join(', ')
  return [
    <Address key="who">{email}</Address>,
    role ? capitalised(role) : 'No longer staff',
    addedAt ? (
      <>
        <When at={addedAt} />{' '}
        <small>
          by <Address>{addedBy ?? ''}</Address>
        </small>
      </>
    ) : isOfSite ? (
      'In site.yml'
    ) : (
      ''
    ),
    seenAt && <When key="seen" at={seenAt} />,
    open || 'Nothing',
    isOfSite ? null : <RowAct key="end" action={deskRoutes.staffAct(email, 'end')} verb="End" of={email} />,
  ]
}

function AddMember({ isFirst }: { isFirst: boolean }) {
  const { field } = useFormState(deskRoutes.staff)
  return (
    <form
      className="Sheet Stack Stack--near"
      method="post"
      action={deskRoutes.staff}
      aria-labelledby="new-member"
    >
      <OnceKey />
      <h2 id="new-member">Add somebody</h2>
      <p>
        {isFirst && 'Nobody was added yet. '}Support helps people and sees no sums of the shop; books takes
        payments and changes no licence. An address that is here already gets the other role.
      </p>
      <div className="NewCode-row">
        <TextField {...field('email')} label="E-mail" type="email" required autoComplete="off" />
        <Select {...field('role', 'support')} label="Role">
          <option value="support">Support</option>
          <option value="books">Books</option>
        </Select>
      </div>
      <div className="ActForm-go">
        <Button>Add to the staff</Button>
      </div>
    </form>
  )
}
