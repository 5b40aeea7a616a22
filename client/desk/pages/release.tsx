import { useLoaderData } from 'react-router'
import { formatDate } from '#shared/calendar/calendar.ts'
import { plural } from '#shared/desk/count-words.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { TextField } from '../../site/ui/field.tsx'
import { loaderById } from '../ask.ts'
import { ActForm, Acts } from '../ui/act-form.tsx'
import { Address } from '../ui/address.tsx'
import { Block } from '../ui/block.tsx'
import { DeskPage, HeadSum } from '../ui/desk-page.tsx'
import { Facts } from '../ui/facts.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Rows } from '../ui/rows.tsx'
import { useWhen } from '../ui/when.tsx'
import { audienceOf, describeFiles } from './releases.tsx'

export const loader = loaderById(deskApiRoutes.release)

const done = {
  rollout: 'It’s written. Every process offers it so within half a minute.',
  withdraw: 'It’s withdrawn. Within half a minute nobody is offered it any more.',
}
const past = { label: 'Releases', href: deskRoutes.releases }

export function Component() {
  const release = useLoaderData<typeof loader>()
  const { minute } = useWhen()
  const { version, date, channel, rollout, isWithdrawn, revision, machines, files } = release
  const { changedBy, changedAt } = release
  return (
    <DeskPage
      title={version}
      name={`${version}, release`}
      past={past}
      lead={`${formatDate(date)}. It goes to: ${audienceOf(release)}.`}
      side={<HeadSum sum={String(machines)} note={machines === 1 ? 'machine runs it' : 'machines run it'} />}
      paper="Paper--two"
    >
      <div className="Stack">
        <Outcome done={done} />
        <Block title="Files">
          <Rows
            none={`There is none yet. “releases add ${version} FILE…” records them.`}
            label="Files"
            columns={{ File: 'main', For: true, Bytes: 'sum' }}
            rows={files.map(({ name, platform, arch, kind, size }) => ({
              key: name,
              cells: [name, `${platform}, ${arch}, ${kind}`, size ?? 'not recorded'],
            }))}
          />
        </Block>
      </div>
      <aside className="Stack" aria-label="Facts and acts">
        <Facts
          facts={{
            'Goes to': audienceOf(release),
            Channel: channel,
            Rollout: `${rollout}%`,
            'Changed here': changedAt && <Address>{`${minute(changedAt)}, ${changedBy}`}</Address>,
            Files: describeFiles(release),
            Machines: `${plural(machines, 'machine')} in 90 days`,
            Notes: <a href={`${routes.whatsNew}#${releaseAnchor(version)}`}>What’s new</a>,
          }}
        />
        <Acts>
          <ActForm
            act="releases.offer"
            action={deskRoutes.releaseAct(version, 'rollout')}
            revision={revision}
            title="Roll out"
            description="To this share of all installations. Who has it already is among them. It counts until the release’s file says another share."
            button="Offer it to them"
            impossible={isWithdrawn ? 'it’s withdrawn, and another number has to come.' : null}
          >
            {({ field }) => (
              <TextField
                {...field('percent', String(rollout))}
                label="Percent"
                type="number"
                min={0}
                max={100}
                required
              />
            )}
          </ActForm>
          <ActForm
            act="releases.offer"
            action={deskRoutes.releaseAct(version, 'withdraw')}
            title="Withdraw"
            description="Nobody is offered it any more, and What’s new says so. It stays where it runs. You see what it does first."
            button="See what it does"
            impossible={isWithdrawn ? 'it’s withdrawn already.' : null}
          />
        </Acts>
      </aside>
    </DeskPage>
  )
}
