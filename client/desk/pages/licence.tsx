import { useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Seats } from '../../shop/licence/seats.tsx'
import { useAppState } from '../../site/framework/app-state.tsx'
import { loaderById } from '../ask.ts'
import { Enrolments } from '../licence/enrolments.tsx'
import { LicenceActs, licenceDone } from '../licence/licence-acts.tsx'
import { Machines } from '../licence/machines.tsx'
import { Block } from '../ui/block.tsx'
import { CustomerAddress } from '../ui/customer.tsx'
import { DeskPage, HeadSum, PageLinks } from '../ui/desk-page.tsx'
import { Facts } from '../ui/facts.tsx'
import { Mails } from '../ui/mails.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Tag } from '../ui/tag.tsx'
import { Track } from '../ui/track.tsx'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderById(deskApiRoutes.licence)

export function Component() {
  const licence = useLoaderData<typeof loader>()
  const when = useWhen()
  const { latestRelease } = useAppState()
  const { licensedTo, seats } = licence
  const covered = licence.newestCovered?.version
  const metadata = Object.entries(licence.metadata).map(([name, value]) => `${name}: ${value}`)
  const title = `${licence.plan}, key ${describeKey(licence.keyHint)}`
  return (
    <DeskPage
      title={title}
      past={{ label: 'Licences', href: deskRoutes.licences }}
      lead={`${licensedTo.companyName ?? licensedTo.name} · updates ${untilWord(when.day(licence.updatesUntil))}`}
      side={
        <>
          <Tag state={licence.status} />
          <HeadSum sum={`${seats.used} of ${seats.limit}`} note="machines in use" />
        </>
      }
      paper="Paper--two"
      glass={<PageLinks to={{ acts: 'What you can do', history: 'Changes' }} />}
    >
      <div className="Stack">
        <Outcome done={licenceDone} />
        <Machines licence={licence} />
        <Enrolments licence={licence} />
        <Block title="Changes" id="history">
          <Track entries={licence.changes} />
        </Block>
        <Mails mails={licence.mails} />
      </div>
      <aside className="Stack" aria-label="Facts and acts">
        <Facts
          facts={{
            Key: describeKey(licence.keyHint),
            Machines: (
              <>
                {seats.used} of {seats.limit} in use
                <Seats {...seats} />
              </>
            ),
            Updates: untilWord(when.day(licence.updatesUntil)),
            Covers: covered && (covered === latestRelease.version ? `${covered}, the latest` : covered),
            Name: licensedTo.name,
            Holder: <CustomerAddress email={licence.email} />,
            Unlocks: licence.entitlements.join(', '),
            'Without a validation': licence.offlineDays && plural(licence.offlineDays, 'day'),
            Elsewhere: licence.externalId,
            Metadata: metadata.length > 0 && metadata.map((each) => <div key={each}>{each}</div>),
            ...importedFacts(licence),
            Orders:
              licence.orders.length > 0 &&
              licence.orders.map(({ id, number }) => (
                <div key={id}>
                  <a href={deskRoutes.order(number)}>{number}</a>
                </div>
              )),
          }}
        />
        <LicenceActs licence={licence} />
      </aside>
    </DeskPage>
  )
}

/** "until 22 Nov 2027", "for good" */
function untilWord(day: string): string {
  return day === 'for good' ? day : `until ${day}`
}

/** The licence's origin, if it was imported. */
function importedFacts({ imported }: DeskLicence) {
  if (!imported) return {}
  const { from, order, oldKeyHint, note } = imported
  return {
    Imported: from ? `from ${from}` : 'from another shop',
    'Old order': order,
    'Old key': oldKeyHint,
    Note: note,
  }
}
