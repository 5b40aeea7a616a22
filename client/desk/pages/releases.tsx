import { useLoaderData } from 'react-router'
import { formatDate } from '#shared/calendar/calendar.ts'
import { plural } from '#shared/desk/count-words.ts'
import { describeOffer } from '#shared/desk/offer-words.ts'
import type { DeskRelease } from '#shared/desk/release-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { capitalised } from '#shared/text/words.ts'
import { loaderOf } from '../ask.ts'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Older } from '../ui/older.tsx'
import { Rows } from '../ui/rows.tsx'

export const loader = loaderOf(deskApiRoutes.releases)

export function Component() {
  const { releases, others } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title="Releases"
      side={<CsvLink address={deskApiRoutes.releasesCsv} noun="releases" />}
      lead="Whom each version is offered to, and the machines that ran it in the last 90 days. A new one comes by “releases add” and a deployment."
    >
      <div className="Stack">
        <div>
          <Rows
            list
            label="Releases"
            columns={{ Version: 'main', Date: 'date', 'Goes to': 'state', Files: true, Machines: 'num' }}
            rows={releases.map((release, index) => ({
              key: release.version,
              href: deskRoutes.release(release.version),
              isCurrent: index === 0,
              cells: [
                release.version,
                formatDate(release.date),
                audienceOf(release),
                describeFiles(release),
                release.machines,
              ],
            }))}
          />
          <Older shown={`${releases.length} shown, the newest first`} noun="releases" next={null} />
        </div>
        {others.length > 0 && (
          <Block title="Machines on other versions">
            <Rows
              tight
              label="Machines on other versions"
              columns={{ Version: 'main', Machines: 'sum' }}
              rows={others.map(({ version, machines }) => ({
                key: version ?? '',
                cells: [version ?? 'None was told', machines],
              }))}
            />
          </Block>
        )}
      </div>
    </DeskPage>
  )
}

/** The audience of a release: "Everybody", or "Beta, to 25%". */
export function audienceOf(release: DeskRelease): string {
  if (!release.isOut) return 'Nobody before its date'
  if (release.isWithdrawn) return 'Nobody, withdrawn'
  return capitalised(describeOffer(release)) || 'Everybody'
}

export function describeFiles({ files }: Pick<DeskRelease, 'files'>): string {
  const missing = files.filter(({ size }) => size === null).length
  if (files.length === 0) return 'None'
  if (missing === files.length) return 'None recorded'
  return missing === 0 ? plural(files.length, 'file') : `${missing} of ${files.length} not recorded`
}
