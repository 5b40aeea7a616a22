import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { DeskPage } from './desk-page.tsx'
import { List } from './list.tsx'
import { CsvLink } from './list-filter.tsx'
import { Outcome } from './notices.tsx'
import { useSort } from './use-sort.ts'

type Props = Omit<ComponentProps<typeof List>, 'label' | 'sorts'> &
  Pick<Required<ComponentProps<typeof List>>, 'sorts'> &
  Pick<ComponentProps<typeof DeskPage>, 'side' | 'paper'> & {
    title: string
    /** @param order the list's sort order, as a sentence */
    lead?(order: string): ReactNode
    /** The address of the list as CSV. */
    csv: string
    filter: ReactNode
    /** Sentences after acts on the rows, by act. */
    done?: Readonly<Record<string, string>>
  }

export function ListPage({ title, lead = String, csv, side, paper, filter, done, ...list }: Props) {
  const [query] = useSearchParams()
  const { words } = useSort(list.sorts)
  const rows = (
    <>
      {filter}
      <List label={title} {...list} />
    </>
  )
  return (
    <DeskPage
      title={title}
      lead={lead(words)}
      side={
        <>
          {side}
          <CsvLink address={csv} query={query} noun={list.noun} />
        </>
      }
      paper={paper}
    >
      {done ? (
        <div className="Stack">
          <Outcome done={done} />
          {rows}
        </div>
      ) : (
        rows
      )}
    </DeskPage>
  )
}
