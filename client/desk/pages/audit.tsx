import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { AuditEntry, AuditList } from '#shared/desk/answers.ts'
import { describeAct, describeSubject, describeWho } from '#shared/desk/audit-words.ts'
import { auditSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask, queryOf } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, DayFields, isFiltered, ListFilter, WhoField, withMember } from '../ui/list-filter.tsx'
import { Changes } from '../ui/track.tsx'
import { useSort } from '../ui/use-sort.ts'
import { When } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<AuditList> {
  return ask(args, deskApiRoutes.audit, queryOf(args))
}

export function Component() {
  const { entries, next } = useLoaderData<AuditList>()
  const [query] = useSearchParams()
  const { words } = useSort(auditSorts)
  return (
    <>
      <DeskHead
        title="Audit"
        lead={`Who changed what. ${words} Nothing deletes it.`}
        side={<CsvLink address={deskApiRoutes.auditCsv} query={query} noun="entries" />}
      />
      <section className="Paper" data-tone="paper" aria-label="Audit">
        <AuditFilter query={query} />
        <List
          label="Audit"
          sorts={auditSorts}
          columns={[
            { label: 'When', kind: 'date', by: 'at' },
            { label: 'Who', kind: 'who' },
            { label: 'Did' },
            { label: 'To' },
            { label: 'Change' },
          ]}
          rows={entries.map((entry, index) => ({
            key: `${entry.at} ${entry.subject} ${index}`,
            cells: [
              <When key="at" at={entry.at} />,
              <Who key="who" {...entry} />,
              describeAct(entry.act, entry.who),
              <Subject key="subject" {...entry} />,
              <Changes key="changes" entry={entry} />,
            ],
          }))}
          noun="entries"
          none={
            isFiltered(query)
              ? 'No entry is like that.'
              : 'Nobody has changed anything yet. The first order, sign-in or act stands here.'
          }
          times={entries.map(({ at }) => at)}
          next={next}
        />
      </section>
    </>
  )
}

function AuditFilter({ query }: { query: URLSearchParams }) {
  return (
    <ListFilter page={deskRoutes.audit} query={query}>
      <WhoField query={query} name="who" label="Who" note="(a whole address, or a name from the list)" />
      <DayFields query={query} />
    </ListFilter>
  )
}

function Who({ who }: AuditEntry) {
  const [query] = useSearchParams()
  const name = describeWho(who)
  return (
    <a href={withMember(deskRoutes.audit, query, ['who', name])} className="OneLine">
      <Address>{name}</Address>
    </a>
  )
}

/** Prefixes tell an id's kind. */
const pages: Record<string, (id: string) => string> = {
  ord: deskRoutes.order,
  lic: deskRoutes.licence,
  msg: deskRoutes.message,
  mail: deskRoutes.mail,
  stm: deskRoutes.statementOf,
}

function Subject(entry: AuditEntry) {
  const { subject } = entry
  const href = pages[subject.split('_')[0] ?? '']?.(subject)
  const words = describeSubject(entry)
  if (!href) return words && <Address>{words}</Address>
  return (
    <a data-row href={href} className={/^(?:ord|lic|msg)_/.test(subject) ? 'OneLine' : undefined}>
      <Address>{subject.startsWith('stm_') ? 'Its lines' : entry.name}</Address>
    </a>
  )
}
