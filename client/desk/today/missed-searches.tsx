import type { ReactNode } from 'react'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { Nothing } from '../ui/older.tsx'
import { Rows } from '../ui/rows.tsx'

type Props = { searches: Overview['missedSearches']; foot?: ReactNode }

/** What visitors looked for in the help and didn't find: the next articles. */
export function MissedSearches({ searches, foot }: Props) {
  return (
    <div className="Block">
      <h2>Looked for in vain</h2>
      <p className="DeskNote">Searches of the help in 30 days that found nothing near.</p>
      {searches.length === 0 ? (
        <Nothing>There was none. Words are kept without who typed them.</Nothing>
      ) : (
        <Rows
          tight
          label="Searches without a hit"
          columns={{ Words: 'main', Times: 'sum' }}
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
      )}
      {foot}
    </div>
  )
}
