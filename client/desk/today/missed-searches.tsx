import type { ReactNode } from 'react'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { Block } from '../ui/block.tsx'
import { Rows } from '../ui/rows.tsx'

type Props = { searches: Overview['missedSearches']; foot?: ReactNode }

/** Help searches without a result, which suggest the next articles. */
export function MissedSearches({ searches, foot }: Props) {
  return (
    <Block title="Searches without a result">
      <p className="DeskNote">Searches of the help in 30 days that found nothing near.</p>
      <Rows
        none="There was none. Words are kept without who typed them."
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
      {foot}
    </Block>
  )
}
