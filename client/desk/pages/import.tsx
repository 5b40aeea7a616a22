import { useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { Import } from '#shared/desk/import-answers.ts'
import { importFields } from '#shared/desk/import-fields.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { loaderById } from '../ask.ts'
import { choicesId, ImportChoices } from '../imports/import-choices.tsx'
import { SampleRows } from '../imports/sample-rows.tsx'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { FactList } from '../ui/facts.tsx'
import { Notice, Outcome } from '../ui/notices.tsx'
import { Rows } from '../ui/rows.tsx'

export const loader = loaderById(deskApiRoutes.importOf)

/** Shows the effect of an import, or its result. */
export function Component() {
  const read = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title={titleOf(read)}
      name="Import"
      past={{ label: 'Import', href: deskRoutes.imports }}
      lead={`${read.name}, ${plural(read.rows, 'row')}`}
      label="Import"
    >
      <div className="Stack">
        <Outcome done={{ check: 'The file is read so.', run: outcome(read) }} />
        {read.state === 'checked' && read.undated > 0 && <Undated read={read} />}
        {read.state === 'checked' && <ImportPreview read={read} />}
        {read.state === 'done' && <ImportResult read={read} />}
        {read.state === 'running' && (
          <p>
            {plural(read.done, 'row')} of {read.rows} done. The rest goes on by itself.{' '}
            <a className="TextLink" href={deskRoutes.import(read.id)}>
              Look again
            </a>
          </p>
        )}
        {read.state === 'stopped' && (
          <p>
            It stopped after {plural(read.done, 'row')}, and the file is no longer kept here.{' '}
            <a className="TextLink" href={deskRoutes.imports}>
              Give it once more
            </a>
            : nothing comes in twice.
          </p>
        )}
        {read.faults.length > 0 && <Faults read={read} />}
        {read.state === 'checked' && <ImportChoices read={read} />}
        {read.sample.length > 0 && <SampleRows read={read} />}
      </div>
    </DeskPage>
  )
}

function titleOf({ state, fresh, created }: Import): string {
  if (state === 'checked') return `${plural(fresh, 'licence')} would be imported`
  return `${plural(created, 'licence')} imported`
}

function outcome({ state, known, refused, mail, mailed }: Import): string {
  if (state === 'running') return 'It is under way.'
  const mails = mail ? `${plural(mailed, 'mail')} will leave, one a second` : 'nobody is mailed'
  return `Done: ${known} known, ${refused} refused, ${mails}.`
}

/** Updates without an end run from the purchase, which these rows don't name. */
function Undated({ read: { undated, columns } }: { read: Import }) {
  return (
    <Notice
      title={`${plural(undated, 'licence')} ${undated === 1 ? 'counts' : 'count'} as bought today`}
      isError
    >
      {columns.bought === undefined
        ? 'No column says when it was bought. If one does, choose it below: updates run from then.'
        : 'No day of purchase stands in the row, so updates run from today.'}
    </Notice>
  )
}

function ImportResult({ read: { created, known, completed, refused, mail, mailed } }: { read: Import }) {
  return (
    <div className="Sheet Stack Stack--near">
      <FactList
        facts={{
          New: (
            <>
              {plural(created, 'licence')}, <a href={deskRoutes.licences}>among the others</a>
            </>
          ),
          Known:
            completed === 0
              ? `${plural(known, 'row')}, which stayed as they were`
              : `${plural(known, 'row')}; ${completed} of them got the old key that they came without`,
          Refused: refused === 0 ? 'none' : `${plural(refused, 'row')}, named below`,
          Mails: mail ? `${mailed}, a second apart` : 'none',
        }}
      />
    </div>
  )
}

function ImportPreview({ read }: { read: Import }) {
  const { id, fresh, ended, wouldBeKnown, completed, wouldBeRefused, unread, mail } = read
  return (
    <div className="Sheet Stack Stack--near">
      <FactList
        facts={{
          New: `${plural(fresh, 'licence')}${ended === 0 ? '' : `; updates are over for ${ended} of them`}`,
          Known:
            completed === 0
              ? `${plural(wouldBeKnown, 'row')}, which stay as they are`
              : `${plural(wouldBeKnown, 'row')}; ${completed} of them get the old key that they came without`,
          Refused: wouldBeRefused === 0 ? 'none' : `${plural(wouldBeRefused, 'row')}, named below`,
          Mails: mail ? 'one to each address, a second apart' : 'none',
          'Not read': new Intl.ListFormat('en').format(unread.map((name) => `“${name}”`)),
        }}
      />
      {fresh + completed > 0 && (
        <div className="ActForm-go">
          <Button form={choicesId} formAction={deskRoutes.importAct(id, 'run')}>
            {fresh > 0 ? `Bring ${plural(fresh, 'licence')} along` : `Add ${plural(completed, 'old key')}`}
          </Button>
        </div>
      )}
    </div>
  )
}

function Faults({ read: { state, faults, wouldBeRefused } }: { read: Import }) {
  return (
    <Block title="Refused rows">
      <p>
        {wouldBeRefused > faults.length && 'The first ones. '}
        {state === 'checked' ? (
          'Mend them in the file and import it again, or say below how they are meant.'
        ) : (
          <>
            Mend them in the file, or{' '}
            <a className="TextLink" href={deskRoutes.imports}>
              import it once more
            </a>{' '}
            to say how they are meant: nothing comes in twice.
          </>
        )}
      </p>
      <Rows
        label="Refused rows"
        columns={{ Line: 'num', Field: true, 'What is wrong': 'text' }}
        rows={faults.map(({ line, field, detail }, index) => ({
          key: `${line} ${field} ${index}`,
          cells: [line, field ? importFields[field] : 'Row', detail],
        }))}
      />
    </Block>
  )
}
