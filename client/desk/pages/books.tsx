import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { addDays, dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { BooksAnswer } from '#shared/desk/books-answers.ts'
import { bookFlows } from '#shared/desk/books-words.ts'
import { quarterOf } from '#shared/desk/quarters.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { ask, queryOf } from '../ask.ts'
import { BasSheet } from '../books/bas-sheet.tsx'
import { BooksActs } from '../books/books-acts.tsx'
import { DocumentsBehind } from '../books/documents-behind.tsx'
import { useFrame } from '../frame/use-frame.ts'
import { DeskPage } from '../ui/desk-page.tsx'
import { FactList } from '../ui/facts.tsx'
import { Segments } from '../ui/segments.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'

export function loader(args: LoaderFunctionArgs): Promise<BooksAnswer> {
  const query = queryOf(args)
  query.set('limit', '50')
  return ask(args, deskApiRoutes.books, query)
}

export function Component() {
  const books = useLoaderData<BooksAnswer>()
  const { now } = useFrame()
  const today = dayIn(useTimeZone(), now)
  const current = quarterOf(today)
  const before = quarterOf(addDays(current.from, -1))
  const { from, to, basis } = books
  const soFar = from <= today && today < to ? `To ${formatDate(today)} so far. ` : ''
  const earlier = quarterOf(addDays(before.from, -1))
  const quarters = [
    ...[earlier, before].map((days) => ({ label: nameOf(days).slice(0, -5), ...days })),
    { label: 'This quarter', ...current },
  ].map(({ label, ...days }) => ({
    label,
    href: deskRoutes.booksOf({ ...days, basis }),
    isCurrent: days.from === from && days.to === to,
  }))
  const isQuarter = quarters.some(({ isCurrent }) => isCurrent)
  return (
    <DeskPage
      title={nameOf(books)}
      name="Books"
      past={{ label: 'Books' }}
      lead={`${soFar}${basis === 'cash' ? 'By the money as it came and went.' : 'By the documents as issued.'}`}
      side={
        <Segments
          label="Quarter"
          links={[...quarters, { label: 'Other days', href: '#days', isCurrent: !isQuarter }]}
        />
      }
      paper="Paper--two Paper--books"
      label="Books"
    >
      <div className="Stack">
        <BasSheet books={books} />
        <HowSalesComeAbout books={books} />
        <BooksActs books={books} isOpen={!isQuarter} />
      </div>
      <DocumentsBehind books={books} />
    </DeskPage>
  )
}

function HowSalesComeAbout({ books: { basis, sales, adjustments, g1 } }: { books: BooksAnswer }) {
  const money = useMoney()
  const { isOnBas } = useTax()
  const { plus, minus } = bookFlows[basis]
  return (
    <div>
      <h2>{isOnBas ? 'How G1 comes about' : 'How the sales come about'}</h2>
      <FactList
        className="Figures Ruled"
        facts={{
          [isOnBas || basis === 'cash' ? plus : 'Invoiced']: money(sales),
          [minus]: money(0 - adjustments),
          [isOnBas ? 'G1' : 'Total sales']: <b>{money(g1)}</b>,
        }}
      />
      {basis === 'cash' && (
        <p className="dim">
          Money counts from its invoice on, and up to its sum. What an order in review holds, and credit of
          buyers, doesn’t count yet: the CSV of payments has a line for each.
        </p>
      )}
    </div>
  )
}

/** A quarter by its months, "October to December 2026". */
function nameOf({ from, to }: Pick<BooksAnswer, 'from' | 'to'>): string {
  const quarter = quarterOf(from)
  if (quarter.from !== from || quarter.to !== to) return `${formatDate(from)} to ${formatDate(to)}`
  const [, first] = formatDate(from).split(' ')
  return `${first} to ${formatDate(to).split(' ').slice(1).join(' ')}`
}
