import type { BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import { useMoney } from '../ui/use-money.ts'
import { plural } from '../words.ts'
import { booksHref } from './books-href.ts'

const labels: Record<BookFigure | 'g3', string> = {
  g1: 'Total sales',
  g2: 'of it, sales abroad',
  g3: 'of it, other GST-free',
  '1a': 'GST on sales',
}

const bases = { accrual: 'Accrual', cash: 'Cash' } as const

/** Figures by their names on the form, with what to write there. Each opens its documents. */
export function BasSheet({ books }: { books: BooksAnswer }) {
  const { from, to, basis, figure } = books
  return (
    <div className="Sheet BasSheet">
      <div className="Block-head">
        <h2>For the BAS</h2>
        <nav className="Seg" aria-label="Basis">
          {(['accrual', 'cash'] as const).map((each) => (
            <a
              key={each}
              href={booksHref({ from, to, basis: each, figure })}
              aria-current={each === basis ? 'true' : undefined}
            >
              {bases[each]}
            </a>
          ))}
        </nav>
      </div>
      <ul className="Bas">
        {(['g1', 'g2', 'g3', '1a'] as const).map((each) => (
          <li key={each}>
            {each === 'g3' ? (
              <div>
                <Figure books={books} figure={each} />
              </div>
            ) : (
              <a
                href={`${booksHref({ from, to, basis, figure: each })}#behind`}
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
  const { documents } = figure === 'g3' ? { documents: 0 } : books.behind[figure]
  const whole = money(books.whole[figure] * 100).replace(/\.00$/, '')
  return (
    <>
      <b>{figure.toUpperCase()}</b>
      <span>{labels[figure]}</span>
      <span className="sum">{money(books[figure])}</span>
      <small>
        {documents === 0 ? 'None in these days' : `Write ${whole} · ${plural(documents, 'document')}`}
      </small>
    </>
  )
}
