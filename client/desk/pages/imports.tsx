import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { ImportList } from '#shared/desk/import-answers.ts'
import { importSourceNames, importSources } from '#shared/desk/import-fields.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { ask } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { Refused } from '../ui/notices.tsx'
import { Rows } from '../ui/rows.tsx'
import { When } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<ImportList> {
  return ask(args, deskApiRoutes.imports)
}

const shops = new Intl.ListFormat('en').format(importSourceNames.map((source) => importSources[source]))

/** Licences of another shop. */
export function Component() {
  const { imports } = useLoaderData<ImportList>()
  return (
    <>
      <DeskHead
        title="Import"
        past={{ label: 'Licences', href: deskRoutes.licences }}
        lead="Bring the customers of another shop along. Their old keys go on working."
      />
      <section className="Paper" data-tone="paper" aria-label="Import">
        <div className="Stack">
          <Refused />
          <form className="Upload" method="post" encType="multipart/form-data" action={deskRoutes.imports}>
            <TextField
              label="Choose the other shop’s export, or drop it here"
              hint={`CSV. ${shops} are known; for others you say what is what. Nothing comes along before you’ve seen it, and the same file twice does no harm.`}
              type="file"
              name="file"
              required
              className="DropField"
              data-filter
            />
            <div className="ActForm-go">
              <Button>Read the file</Button>
            </div>
          </form>
          {imports.length > 0 && <Earlier imports={imports} />}
        </div>
      </section>
    </>
  )
}

const states = { checked: 'Looked at', running: 'Under way', done: 'Done', stopped: 'Stopped' }

function Earlier({ imports }: Pick<ImportList, 'imports'>) {
  return (
    <div className="Block">
      <h2>Earlier files</h2>
      <Rows
        list
        label="Earlier files"
        columns={[
          { label: 'File', kind: 'main' },
          { label: 'Read', kind: 'date' },
          { label: 'By', kind: 'who' },
          { label: 'New licences', kind: 'num' },
          { label: 'State', kind: 'state' },
        ]}
        rows={imports.map(({ id, name, createdAt, who, created, state }) => ({
          key: id,
          cells: [
            <a key="file" data-row href={deskRoutes.import(id)}>
              {name}
            </a>,
            <When key="at" at={createdAt} />,
            describeWho(who),
            created,
            states[state],
          ],
        }))}
      />
    </div>
  )
}
