import type { BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Segments } from '../ui/segments.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'

const labels: Record<Exclude<BookFigure, '1a'> | 'g3', string> = {
  g1: 'Total sales',
  g2: 'of it, sales abroad',
  g3: 'of it, other GST-free',
}

const onBas = ['g1', 'g2', 'g3', '1a'] as const

const bases = [
  ['accrual', 'Accrual'],
  ['cash', 'Cash'],
] as const

/** The form's figures with the amounts to enter. Each links to its documents. */
export function BasSheet({ books }: { books: BooksAnswer }) {
  const { from, to, basis, figure } = books
  const { isOnBas, isDue } = useTax()
  // Books from before a seller's tax ended still contain it.
  const hasTax = isDue || books.behind['1a'].documents > 0
  const figures = isOnBas ? onBas : hasTax ? (['g1', '1a'] as const) : (['g1'] as const)
  return (
    <div className="Sheet BasSheet">
      <div className="Block-head">
        <h2>{isOnBas ? 'For the BAS' : 'Sums'}</h2>
        <Segments
          label="Basis"
          links={bases.map(([each, label]) => ({
            label,
            href: deskRoutes.booksOf({ from, to, basis: each, figure }),
            isCurrent: each === basis,
          }))}
        />
      </div>
      <ul className="Bas Ruled">
        {figures.map((each) => (
          <li key={each}>
            {each === 'g3' ? (
              <div>
                <Figure books={books} figure={each} />
              </div>
            ) : (
              <a
                href={`${deskRoutes.booksOf({ from, to, basis, figure: each })}#behind`}
                aria-current={each === figure ? 'true' : undefined}
              >
                <Figure books={books} figure={each} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figure({ books, figure }: { books: BooksAnswer; figure: BookFigure | 'g3' }) {
  const money = useMoney()
  const { name, isOnBas } = useTax()
  const { documents } = figure === 'g3' ? { documents: 0 } : books.behind[figure]
  const whole = money(books.whole[figure] * 100).replace(/\.00$/, '')
  return (
    <>
      {isOnBas && <b>{figure.toUpperCase()}</b>}
      <span>{figure === '1a' ? `${name} on sales` : labels[figure]}</span>
      <span className="sum">{money(books[figure])}</span>
      <small>
        {documents === 0
          ? 'None in these days'
          : `${isOnBas ? `Write ${whole} · ` : ''}${plural(documents, 'document')}`}
      </small>
    </>
  )
}
