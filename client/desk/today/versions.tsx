import type { ReactNode } from 'react'
import { foldVersions, listVersions } from '#shared/desk/fold-versions.ts'
import { describeRise } from '#shared/desk/offer-words.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Bars } from '../plot/bars.tsx'
import { Plot } from '../plot/plot.tsx'
import { Rows } from '../ui/rows.tsx'

type Props = Pick<Overview, 'versions'> & {
  messageRise?: Overview['messageRise']
  /** Shows every version in the table; the drawing still folds the oldest. */
  whole?: boolean
  /** The address of a row's licences; undefined for roles that can't read them. */
  listOf?: ((version: string) => string) | undefined
  children?: ReactNode
}

/** The versions of machines seen lately, newest first. */
export function Versions({ versions, messageRise = [], whole = false, listOf, children }: Props) {
  const { latestRelease } = useAppState()
  const shown = foldVersions(versions)
  const all = shown.reduce((sum, { machines }) => sum + machines, 0)
  return (
    <Plot
      id="machines-versions"
      title="Machines by app version"
      unit="Seen in the last 90 days"
      foot={
        <>
          <Rise messageRise={messageRise} />
          {children}
        </>
      }
      side={
        <Rows
          none="None was seen. A machine tells its version when it’s activated and checks."
          tight
          label="Machines by version"
          columns={{ Version: 'main', Share: 'num', Machines: 'sum' }}
          rows={(whole ? listVersions(versions) : shown).map(({ name, machines, offer }) => ({
            key: name,
            cells: [
              <span key="version">
                {listOf && machines > 0 ? <a href={listOf(name)}>{name}</a> : name}{' '}
                {name === latestRelease.version ? <small>latest</small> : <small>{offer}</small>}
              </span>,
              `${Math.round((machines / Math.max(all, 1)) * 100)}%`,
              machines,
            ],
          }))}
        />
      }
    >
      {shown.length > 0 && (
        <Bars
          id="plot-versions"
          title="Active machines by app version"
          finding={shown.map(({ name, machines }) => `${name}: ${machines}`).join('. ')}
          bars={shown.map(({ name, machines }) => ({
            key: name,
            name,
            value: machines,
            text: String(machines),
            isNow: name === latestRelease.version,
          }))}
        />
      )}
    </Plot>
  )
}

/** Reports versions that more messages mention, because people write when a version fails. */
function Rise({ messageRise }: Pick<Overview, 'messageRise'>) {
  return messageRise.map((rise) => (
    <p key={rise.version} className="DeskNote">
      <a href={deskRoutes.messages}>{describeRise(rise)}</a>
    </p>
  ))
}
