import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Nothing, Older } from '../ui/older.tsx'
import { RowAct } from '../ui/row-act.tsx'
import { Rows } from '../ui/rows.tsx'
import { When } from '../ui/when.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { sessions } = await ask(args, deskApiRoutes.sessions)
  const { tokens } = await ask(args, deskApiRoutes.tokens)
  return { sessions, tokens }
}

const done = { sessions: 'The session has ended.', tokens: 'The token is revoked.' }

export function Component() {
  const { sessions, tokens } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title="Sessions and tokens"
      lead="An owner sees and ends everyone’s, everybody else their own. Each person has one session: opening a newer link ends the one before."
    >
      <div className="Stack">
        <Outcome done={done} />
        <Block title="Open sessions" beside={<CsvLink address={deskApiRoutes.sessionsCsv} noun="sessions" />}>
          <Rows
            list
            label="Open sessions"
            columns={{ Whose: 'main', Since: 'date', 'Last seen': 'date', Ends: 'date', Act: 'act' }}
            rows={sessions.map(({ id, email, createdAt, seenAt, endsAt, isThis }) => ({
              key: id,
              cells: [
                <AddressTarget key="whose">{email}</AddressTarget>,
                <When key="since" at={createdAt} />,
                <When key="seen" at={seenAt} />,
                <When key="ends" at={endsAt} />,
                isThis ? (
                  'This one'
                ) : (
                  <RowAct
                    key="end"
                    action={deskRoutes.endSession(id)}
                    verb="End"
                    of={`the session of ${email}`}
                  />
                ),
              ],
            }))}
          />
          <Older shown={`${sessions.length} shown, the newest first`} noun="sessions" next={null} />
        </Block>
        <Block
          title="Tokens in force"
          beside={tokens.length > 0 && <CsvLink address={deskApiRoutes.tokensCsv} noun="tokens" />}
        >
          {tokens.length === 0 ? (
            <Nothing>None. Make one with “npm run admin -- desk token EMAIL”.</Nothing>
          ) : (
            <>
              <Rows
                list
                label="Tokens in force"
                columns={{
                  Whose: 'main',
                  Made: 'date',
                  'Last used': 'date',
                  Ends: 'date',
                  'May do': 'text',
                  Act: 'act',
                }}
                rows={tokens.map(({ id, email, createdAt, usedAt, expiresAt, scopes }) => ({
                  key: id,
                  cells: [
                    <AddressTarget key="whose">{email}</AddressTarget>,
                    <When key="made" at={createdAt} />,
                    usedAt ? <When key="used" at={usedAt} /> : 'Never',
                    expiresAt ? <When key="ends" at={expiresAt} /> : 'Never',
                    scopes?.join(', ') ?? `What ${email} may`,
                    <RowAct
                      key="end"
                      action={deskRoutes.endToken(id)}
                      verb="Revoke"
                      of={`the token of ${email}`}
                    />,
                  ],
                }))}
              />
              <Older shown={`${tokens.length} shown, the newest first`} noun="tokens" next={null} />
            </>
          )}
        </Block>
      </div>
    </DeskPage>
  )
}

/** A target for `j` and `k`, because these rows link to no page. */
function AddressTarget({ children }: { children: string }) {
  return (
    <span data-row tabIndex={-1}>
      <Address>{children}</Address>
    </span>
  )
}
