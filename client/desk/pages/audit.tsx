import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { AuditList } from '#shared/desk/answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { ask } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { Nothing, Older } from '../ui/older.tsx'
import { Rows } from '../ui/rows.tsx'
import { Changes } from '../ui/track.tsx'
import { useWhen, When } from '../ui/when.tsx'
import { describeAct, describeWho } from '../words.ts'

export function loader(args: LoaderFunctionArgs): Promise<AuditList> {
  return ask<AuditList>(args, deskApiRoutes.audit, { withQuery: true })
}

export function Component() {
  const { entries, next } = useLoaderData<AuditList>()
  const { day } = useWhen()
  const [newest, oldest] = [entries[0], entries.at(-1)]
  return (
    <>
      <DeskHead title="Audit" lead="Who changed what, newest first. Nothing deletes it." />
      <section className="Paper" data-tone="paper" aria-label="Audit">
        {newest && oldest ? (
          <>
            <Rows
              list
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
            />
            <Older
              shown={`${entries.length} shown, from ${day(newest.at)} back to ${day(oldest.at)}`}
              noun="entries"
              next={next}
            />
          </>
        ) : (
          <Nothing>Nobody has changed anything yet.</Nothing>
        )}
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
