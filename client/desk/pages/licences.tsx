import { useLoaderData, useSearchParams } from 'react-router'
import { licenceSorts } from '#shared/desk/sorts.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { shortMonth } from '../trends/months.ts'
import { Customer } from '../ui/customer.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, DayFields, Further, ListFilter, OfCustomer } from '../ui/list-filter.tsx'
import { Tag } from '../ui/tag.tsx'
import { useSort } from '../ui/use-sort.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.licences)

const states = [
  ['', 'All'],
  ['active', 'On'],
  ['suspended', 'Suspended'],
  ['revoked', 'Revoked'],
] as const

export function Component() {
  const { licences, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { words } = useSort(licenceSorts)
  const may = useMay()
  const when = useWhen()
  return (
    <DeskPage
      title="Licences"
      lead={words}
      side={
        <>
          {may('licences.issue') && (
            <>
              <a className="Button Button--quiet Button--small" href={deskRoutes.imports}>
                Import
              </a>
              <a className="Button Button--quiet Button--small" href={deskRoutes.newLicence}>
                Issue one by hand
              </a>
            </>
          )}
          <CsvLink address={deskApiRoutes.licencesCsv} query={query} noun="licences" />
        </>
      }
    >
      <ListFilter
        page={deskRoutes.licences}
        query={query}
        states={states}
        finds="Holder, address, part of a key or machine"
      >
        <OfCustomer query={query} />
        <Further label="Version" name="version" query={query} />
        <Further label="Bought and kept" name="bought" query={query} word={shortMonth} />
        <DayFields query={query} from="endsFrom" to="endsTo" label="Updates end from" />
      </ListFilter>
      <List
        label="Licences"
        sorts={licenceSorts}
        columns={{
          Licence: 'main',
          Issued: 'date',
          Holder: 'who',
          Machines: 'num',
          'Updates until': 'date',
          State: 'state',
        }}
        sortedBy={{ Issued: 'createdAt', 'Updates until': 'updatesUntil' }}
        rows={licences.map((licence, index) => ({
          key: licence.id,
          isCurrent: index === 0,
          cells: [
            <a key="key" data-row href={deskRoutes.licence(licence.id)}>
              {licence.plan}{' '}
              <span className="lite">
                {describeKey(licence.keyHint)}
                {licence.isImported && ', imported'}
              </span>
            </a>,
            when.day(licence.createdAt),
            <Customer key="holder" {...licence.licensedTo} email={licence.email} />,
            `${licence.seats.used} of ${licence.seats.limit}`,
            when.day(licence.updatesUntil),
            <Tag key="state" state={licence.status} />,
          ],
        }))}
        noun="licences"
        none="There is no licence yet. The first one comes with the first paid order."
        noneLike="No licence is like that."
        times={licences.map(({ createdAt }) => createdAt)}
        next={next}
      />
    </DeskPage>
  )
}
