import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { AuditList } from '#shared/desk/answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { ask } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { List } from '../ui/list.tsx'
import { Changes } from '../ui/track.tsx'
import { When } from '../ui/when.tsx'
import { describeAct, describeWho } from '../words.ts'

export function loader(args: LoaderFunctionArgs): Promise<AuditList> {
  return ask<AuditList>(args, deskApiRoutes.audit, { withQuery: true })
}

export function Component() {
  const { entries, next } = useLoaderData<AuditList>()
  return (
    <>
      <DeskHead title="Audit" lead="Who changed what, newest first. Nothing deletes it." />
      <section className="Paper" data-tone="paper" aria-label="Audit">
        <List
          label="Audit"
          columns={[
            { label: 'When', kind: 'date' },
            { label: 'Who', kind: 'who' },
            { label: 'Did' },
            { label: 'To' },
            { label: 'Change' },
          ]}
          rows={entries.map((entry, index) => ({
            key: `${entry.at} ${entry.subject} ${index}`,
            cells: [
              <When key="at" at={entry.at} />,
              describeWho(entry.who),
              describeAct(entry.act),
              <Subject key="subject" id={entry.subject} />,
              <Changes key="changes" entry={entry} />,
            ],
          }))}
          noun="entries"
          none="Nobody has changed anything yet."
          times={entries.map(({ at }) => at)}
          next={next}
        />
      </section>
    </>
  )
}

/** Prefixes tell an id's kind: "ord_…", "lic_…". */
function Subject({ id }: { id: string }) {
  const href = id.startsWith('ord_')
    ? deskRoutes.order(id)
    : id.startsWith('lic_')
      ? deskRoutes.licence(id)
      : null
  const text = <span className="mono">{id}</span>
  return href ? (
    <a data-row href={href}>
      {text}
    </a>
  ) : (
    text
  )
}
