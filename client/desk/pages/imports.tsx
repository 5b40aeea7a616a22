import { useLoaderData, useSearchParams } from 'react-router'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { ImportList } from '#shared/desk/import-answers.ts'
import { importSourceNames, importSources } from '#shared/desk/import-fields.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { loaderByQuery } from '../ask.ts'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { FileField } from '../ui/file-field.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Refused } from '../ui/notices.tsx'
import { When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.imports)

const shops = new Intl.ListFormat('en').format(importSourceNames.map((source) => importSources[source]))

export function Component() {
  const { imports, next } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title="Import"
      past={{ label: 'Licences', href: deskRoutes.licences }}
      lead="Bring the customers of another shop along. Their old keys go on working."
    >
      <div className="Stack">
        <Refused />
        <form
          className="Upload Stack Stack--near"
          method="post"
          encType="multipart/form-data"
          action={deskRoutes.imports}
        >
          <FileField
            label="Choose the other shop’s export, or drop it here"
            hint={`CSV. ${shops} are known; for others you say what is what. Nothing comes along before you’ve seen it, and the same file twice does no harm.`}
          />
          <div className="ActForm-go">
            <Button>Read the file</Button>
          </div>
        </form>
        <Earlier imports={imports} next={next} />
      </div>
    </DeskPage>
  )
}

const states = { checked: 'Looked at', running: 'Under way', done: 'Done', stopped: 'Stopped' }

function Earlier({ imports, next }: ImportList) {
  const [query] = useSearchParams()
  return (
    <Block
      title="Earlier files"
      beside={imports.length > 0 && <CsvLink address={deskApiRoutes.importsCsv} query={query} noun="files" />}
    >
      <List
        label="Earlier files"
        sorts={timeSorts}
        columns={{ File: 'main', Read: 'date', By: 'who', 'New licences': 'num', State: 'state' }}
        sortedBy={{ Read: 'createdAt' }}
        rows={imports.map(({ id, name, createdAt, who, created, state }) => ({
          key: id,
          href: deskRoutes.import(id),
          cells: [name, <When key="at" at={createdAt} />, describeWho(who), created, states[state]],
        }))}
        noun="files"
        none="None yet. The first file that is read will stand here."
        times={imports.map(({ createdAt }) => createdAt)}
        next={next}
      />
    </Block>
  )
}
