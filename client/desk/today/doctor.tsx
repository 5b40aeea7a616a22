import type { Finding } from '#shared/desk/overview-answers.ts'
import { Rows } from '../ui/rows.tsx'

/** What `doctor` finds, with what to do. */
export function Doctor({ findings }: { findings: readonly Finding[] }) {
  return (
    <div className="Block is-full" id="doctor" tabIndex={-1}>
      <h2>Doctor</h2>
      <Rows
        label="Doctor"
        columns={[{ label: 'Where', kind: 'main' }, { label: 'Found' }, { label: 'What to do' }]}
        rows={findings.map(({ where, found, todo }) => ({
          key: `${where} ${found}`,
          cells: [where, found, todo],
        }))}
      />
    </div>
  )
}
