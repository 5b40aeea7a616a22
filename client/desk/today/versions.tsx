import { foldVersions } from '#shared/desk/fold-versions.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Bars } from '../plot/bars.tsx'
import { Plot } from '../plot/plot.tsx'
import { Nothing } from '../ui/older.tsx'
import { Rows } from '../ui/rows.tsx'

/** Which versions the machines run that were seen lately, the newest first. */
export function Versions({ versions }: Pick<Overview, 'versions'>) {
  const { latestRelease } = useAppState()
  const shown = foldVersions(versions)
  const all = shown.reduce((sum, { machines }) => sum + machines, 0)
  const heading = {
    id: 'machines-versions',
    title: 'Machines by app version',
    unit: 'Seen in the last 90 days',
  }
  if (all === 0) return <Plot {...heading} side={<Nothing>None was seen.</Nothing>} />
  return (
    <Plot
      {...heading}
      side={
        <Rows
          tight
          label="Machines by version"
          columns={[
            { label: 'Version', kind: 'main' },
            { label: 'Share', kind: 'num' },
            { label: 'Machines', kind: 'sum' },
          ]}
          rows={shown.map(({ name, machines }) => ({
            key: name,
            cells: [
              <span key="version">
                {name} {name === latestRelease.version && <small>latest</small>}
              </span>,
              `${Math.round((machines / all) * 100)}%`,
              machines,
            ],
          }))}
        />
      }
    >
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
    </Plot>
  )
}
