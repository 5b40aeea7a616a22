import type { BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Rows, TwoLines } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'
import { useWhen } from '../ui/when.tsx'

const descriptions: Record<BookFigure, (tax: string) => string> = {
  g1: () => 'Every document, newest first',
  g2: () => 'Every sale abroad, newest first',
  '1a': (tax) => `Every document with ${tax} in it, newest first`,
}

const plainNames: Record<BookFigure, string> = { g1: 'the sales', g2: 'the sales abroad', '1a': 'the tax' }

/** Lists the newest documents of a figure, the rest as one line, and their sum, which is the figure. */
export function DocumentsBehind({ books }: { books: BooksAnswer }) {
  const { figure, behind, shown, documentsSum } = books
  const money = useMoney()
  const { day } = useWhen()
  const tax = useTax()
  const name = tax.isOnBas ? figure.toUpperCase() : plainNames[figure]
  const { documents } = behind[figure]
  const hasTax = tax.isDue || behind['1a'].documents > 0
  const rest = documents - shown.length
  const sumOf = (member: 'total' | 'tax') => shown.reduce((sum, document) => sum + document[member], 0)
  return (
    <div className="Stack" id="behind">
      <div className="Block">
        <div className="Block-head">
          <h2>Behind {name}</h2>
          <p>{descriptions[figure](tax.name)}</p>
        </div>
        <Rows
          none="None in these days. Each sale issues its invoice, and each refund its note."
          list
          label={`Behind ${name}`}
          columns={{
            Document: 'main',
            'Counts on': 'date',
            Buyer: 'who',
            [hasTax ? `With ${tax.name}` : 'Total']: hasTax && figure === '1a' ? 'num' : 'sum',
            [tax.name]: hasTax && (figure === '1a' ? 'sum' : 'num'),
          }}
          rows={[
            ...shown.map(
              ({ number, replaces, orderId, issuedAt, buyer, orderNumber, total, tax }, index) => ({
                key: number,
                isCurrent: index === 0,
                cells: [
                  <Numbered key="number" {...{ number, replaces, orderId }} />,
                  day(issuedAt),
                  <TwoLines
                    key="buyer"
                    first={buyer}
                    second={
                      <>
                        Order <a href={deskRoutes.order(orderNumber)}>{orderNumber}</a>
                      </>
                    }
                  />,
                  money(total),
                  money(tax),
                ],
              }),
            ),
            ...(rest > 0
              ? [
                  {
                    key: 'rest',
                    className: 'is-rest',
                    cells: [
                      `${rest} more`,
                      '',
                      'In the CSV and the ZIP',
                      money(documentsSum.total - sumOf('total')),
                      money(documentsSum.tax - sumOf('tax')),
                    ],
                  },
                ]
              : []),
          ]}
          sum={[
            plural(documents, 'document'),
            '',
            `Equal to ${name}, to the cent`,
            money(documentsSum.total),
            money(documentsSum.tax),
          ]}
        />
      </div>
    </div>
  )
}

type Numbers = Pick<BooksAnswer['shown'][number], 'number' | 'replaces' | 'orderId'>

function Numbered({ number, replaces, orderId }: Numbers) {
  return (
    <>
      <a data-row href={deskApiRoutes.document(orderId, number)}>
        {number}
      </a>
      {replaces && (
        <span className="dim lite">
          <br />
          replaces {replaces}
        </span>
      )}
    </>
  )
}
