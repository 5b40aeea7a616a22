import { useLoaderData } from 'react-router'
import type { ListedLicence } from '#shared/desk/licence-answers.ts'
import { licenceSorts } from '#shared/desk/sorts.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { shortMonth } from '../trends/months.ts'
import { Customer } from '../ui/customer.tsx'
import { CustomerFilter, DayFields, LinkedFilter, ListFilter } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.licences)

export function Component() {
  const { licences, next } = useLoaderData<typeof loader>()
  const may = useMay()
  const { day } = useWhen()
  return (
    <ListPage
      title="Licences"
      csv={deskApiRoutes.licencesCsv}
      side={
        may('licences.issue') && (
          <>
            <a className="Button Button--quiet Button--small" href={deskRoutes.imports}>
              Import
            </a>
            <a className="Button Button--quiet Button--small" href={deskRoutes.newLicence}>
              Issue one by hand
            </a>
          </>
        )
      }
      filter={
        <ListFilter
          states={['active', 'suspended', 'revoked']}
          finds="Holder, address, part of a key or machine"
        >
          <CustomerFilter />
          <LinkedFilter label="Version" name="version" />
          <LinkedFilter label="Bought and kept" name="bought" word={shortMonth} />
          <DayFields from="endsFrom" to="endsTo" label="Updates end from" />
        </ListFilter>
      }
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
        href: deskRoutes.licence(licence.id),
        isCurrent: index === 0,
        cells: [
          <PlanAndKey key="key" licence={licence} />,
          day(licence.createdAt),
          <Customer key="holder" {...licence.licensedTo} email={licence.email} />,
          `${licence.seats.used} of ${licence.seats.limit}`,
          day(licence.updatesUntil),
          <Tag key="state" state={licence.status} />,
        ],
      }))}
      noun="licences"
      none="There is no licence yet. The first one comes with the first paid order."
      noneLike="No licence matches."
      times={licences.map(({ createdAt }) => createdAt)}
      next={next}
    />
  )
}

function PlanAndKey({ licence: { plan, keyHint, isImported } }: { licence: ListedLicence }) {
  return (
    <>
      {plan}{' '}
      <span className="lite">
        {describeKey(keyHint)}
        {isImported && ', imported'}
      </span>
    </>
  )
}
