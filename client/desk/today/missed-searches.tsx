import type { Overview } from '#shared/desk/overview-answers.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { Rows } from '../ui/rows.tsx'

/** What visitors looked for in the help and didn't find: the next articles. */
export function MissedSearches({ searches }: { searches: Overview['missedSearches'] }) {
  return (
    <div className="Block">
      <h2>Looked for in vain</h2>
      <p className="DeskNote">Searches of the help in 30 days that found nothing near.</p>
      <Rows
        tight
        label="Searches without a hit"
        columns={[
          { label: 'Words', kind: 'main' },
          { label: 'Times', kind: 'sum' },
        ]}
        rows={searches.map(({ words, times }) => ({
          key: words,
          cells: [
            <a key="words" href={helpRoutes.found(words)}>
              {words}
            </a>,
            times,
          ],
        }))}
      />
    </div>
  )
}
