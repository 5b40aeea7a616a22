import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import type { ShopContext } from '../../context.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { viewQuote } from '../../shop/quotes/quotes.ts'

export async function viewDeskQuote(ctx: ShopContext, row: QuoteRow): Promise<DeskQuote> {
  const { content: _content, url: _url, link: _link, ...quote } = (await viewQuote(ctx, row)).quote
  return {
    ...quote,
    createdAt: row.created_at,
    withdrawnAt: row.withdrawn_at,
    code: row.code,
    customer: {
      name: row.customer_name,
      email: shownEmail(row.customer_email),
      companyName: row.company_name,
    },
  }
}
