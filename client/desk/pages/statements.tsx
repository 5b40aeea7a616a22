import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import { describeWho } from '#shared/desk/audit-words.ts'
import { areTheseTheColumns, type StatementRefusal } from '#shared/desk/form-answer.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import type { Question } from '#shared/desk/statement-decisions.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Accounts } from '../statement/accounts.tsx'
import { ColumnsForm } from '../statement/columns-form.tsx'
import { UploadForm } from '../statement/upload-form.tsx'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.statement)

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
    <Block
      title="Read before"
      beside={
        statements.length > 0 && (
          <CsvLink address={deskApiRoutes.statementCsv} query={query} noun="statements" />
        )
      }
    >
      <List
        label="Read before"
        sorts={timeSorts}
        columns={{ Statement: 'main', Read: 'date', By: 'who', Lines: 'num' }}
        sortedBy={{ Read: 'createdAt' }}
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
        none="None yet. The first file that is read will stand here."
        times={statements.map(({ createdAt }) => createdAt)}
        next={next}
      />
    </Block>
  )
}

/** Asks for a file's columns if nobody has confirmed them, or if they are ambiguous. */
function AskColumns({ refusal, sample }: { refusal: StatementRefusal; sample: Question }) {
  const { guess, readings } = sample
  const { column, account, newAccount } = refusal.values
  const isOpen = !guess || readings.length > 0
  return (
    <ColumnsForm
      sample={sample}
      chosen={{
        ...sample,
        header: sample.header ? 'yes' : 'no',
        columns: column ? [column].flat() : (guess ?? []),
      }}
      upload={refusal.upload}
      account={String(account)}
      newAccount={String(newAccount)}
      error={column || isOpen || refusal.detail !== areTheseTheColumns ? refusal.detail : null}
      head={
        <div className="Block-head">
          <h2 id="columns">{areTheseTheColumns}</h2>
          <p>
            {isOpen ? 'The rows don’t show it.' : 'As all rows show.'} Kept for this account’s next file of
            the same layout once you book.
          </p>
        </div>
      }
      past={
        <a className="TextLink" href={deskRoutes.statement} data-past>
          Another file
        </a>
      }
    />
  )
}
