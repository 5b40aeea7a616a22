import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { listLoader } from '../ask.ts'
import { Accounts } from '../statement/accounts.tsx'
import { AskColumns } from '../statement/ask-columns.tsx'
import { UploadForm } from '../statement/upload-form.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { When } from '../ui/when.tsx'

export const loader = listLoader(deskApiRoutes.statement)

const done = { rename: 'The account has its new name.', remove: 'The account is gone.' }

export function Component() {
  const { statements, next, ...known } = useLoaderData<typeof loader>()
  const refusal = (useActionData() as StatementRefusal | null | undefined) ?? null
  return (
    <DeskPage
      title="Statement"
      lead="Take the bank’s file, look at what it pays, then book it. Nothing is booked before."
    >
      <div className="Stack">
        {refusal?.sample ? (
          <AskColumns refusal={refusal} sample={refusal.sample} />
        ) : (
          <>
            <Done sentences={done} />
            {!refusal?.asks && <Refused />}
            <UploadForm {...known} refusal={refusal} />
          </>
        )}
        <Earlier statements={statements} next={next} />
        {known.accounts.length > 0 && <Accounts accounts={known.accounts} />}
      </div>
    </DeskPage>
  )
}

function Earlier({ statements, next }: Pick<StatementList, 'statements' | 'next'>) {
  const [query] = useSearchParams()
  return (
    <div className="Block">
      <div className="Block-head">
        <h2>Read before</h2>
        {statements.length > 0 && (
          <CsvLink address={deskApiRoutes.statementCsv} query={query} noun="statements" />
        )}
      </div>
      <List
        label="Read before"
        sorts={timeSorts}
        columns={[
          { label: 'Statement', kind: 'main' },
          { label: 'Read', kind: 'date', by: 'createdAt' },
          { label: 'By', kind: 'who' },
          { label: 'Lines', kind: 'num' },
        ]}
        rows={statements.map(({ id, account, createdAt, who, lines }) => ({
          key: id,
          cells: [
            <a key="account" data-row href={deskRoutes.statementOf(id)}>
              {account}
            </a>,
            <When key="at" at={createdAt} />,
            describeWho(who),
            lines,
          ],
        }))}
        noun="statements"
        none="None yet. The first file that is read stands here."
        times={statements.map(({ createdAt }) => createdAt)}
        next={next}
      />
    </div>
  )
}
