import { useLoaderData, useSearchParams } from 'react-router'
import type { AuditEntry } from '#shared/desk/answers.ts'
import { describeAct, describeSubject, describeWho } from '#shared/desk/audit-words.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import { auditSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DayFields, ListFilter, WhoField, withMember } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { RoomLink } from '../ui/room-link.tsx'
import { Changes } from '../ui/track.tsx'
import { When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.audit)

export function Component() {
  const { entries, next } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Audit"
      lead={(order) => `Who changed what. ${order} Nothing deletes it.`}
      csv={deskApiRoutes.auditCsv}
      filter={
        <ListFilter>
          <WhoField name="who" label="Who" note="(a whole address, or a name from the list)" />
          <DayFields />
        </ListFilter>
      }
      sorts={auditSorts}
      columns={{ When: 'date', Who: 'who', Did: true, To: true, Change: true }}
      sortedBy={{ When: 'at' }}
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
      none="Nobody has changed anything yet. The first order, sign-in or act will stand here."
      noneLike="No entry matches."
      times={entries.map(({ at }) => at)}
      next={next}
    />
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

type SubjectPage = { act: DeskAct; href(subject: string): string; isShort?: true; words?: string }

/** By the prefix of the subject's id, or for subjects without an id by the act's first word. */
const pages: Record<string, SubjectPage> = {
  ord: { act: 'orders.read', href: deskRoutes.order, isShort: true },
  qte: { act: 'orders.read', href: deskRoutes.quote, isShort: true },
  lic: { act: 'licences.read', href: deskRoutes.licence, isShort: true },
  msg: { act: 'messages', href: deskRoutes.message, isShort: true },
  mail: { act: 'mails', href: deskRoutes.mail },
  stm: { act: 'statement', href: deskRoutes.statementOf, words: 'Its lines' },
  imp: { act: 'licences.import', href: deskRoutes.import, words: 'Its rows' },
  customer: { act: 'customers.read', href: deskRoutes.customer },
  code: { act: 'codes', href: deskRoutes.code },
  release: { act: 'releases.read', href: deskRoutes.release },
}

function Subject(entry: AuditEntry) {
  const { subject, act } = entry
  const [, prefix] = /^([a-z]+)_\w+$/.exec(subject) ?? []
  const page = pages[prefix ?? act.split('.')[0] ?? '']
  const words = page?.words ?? describeSubject(entry)
  if (!page) return words && <Address>{words}</Address>
  return (
    <RoomLink
      data-row
      act={page.act}
      href={page.href(subject)}
      className={page.isShort ? 'OneLine' : undefined}
    >
      <Address>{words ?? entry.name}</Address>
    </RoomLink>
  )
}
