import { z } from 'zod'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { quoteContentSchema } from '#shared/orders/invoice.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { routes } from '#shared/routes/routes.ts'
import { line } from '#shared/text/text-fields.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { refuseCardSum } from '../payments/card-sum.ts'
import { attachmentsOf, purchaseOrderIn } from './order.ts'
import type { ShopSources } from './sources.ts'

const paramsSchema = z.object({ quoteId: z.string() })

/** Repeats no user input, because strangers can enter anybody's address. Only staff can write a note. */
export const quoteMade: Template<ShopSources> = async (mail, { site, siteUrl, cardPayments, sources }) => {
  const { quoteId } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.quote(quoteId)
  if (!found) return null
  const { quote, link } = found
  const until = formatDate(dayIn(site.company.timeZone, quote.valid_until))
  const { note } = quoteContentSchema.parse(JSON.parse(quote.content))
  return {
    subject: `Quote ${quote.number}${purchaseOrderIn(quote)}, valid until ${until}`,
    title: 'Your quote is here.',
    blocks: [
      `Quote ${quote.number} for ${formatPrice(quote.total, quote.currency)} is attached. Its prices hold until ${until}. Nothing is ordered, and nothing is owed.`,
      ...(note ? [note] : []),
      { type: 'action', label: 'Open the quote', url: link },
      `There it can be ordered${waysOfPaying(quote, cardPayments)}. Whoever has the link can read the quote and order it, once.`,
    ],
    attachments: attachmentsOf(quote),
    reason: `You get this because a quote was made at ${new URL(siteUrl).host} with this address.`,
  }
}

const withdrawnSchema = paramsSchema.extend({ reason: line(500, 'This must be text.').optional() })

export const quoteWithdrawn: Template<ShopSources> = async (mail, { siteUrl, sources }) => {
  const { quoteId, reason } = withdrawnSchema.parse(JSON.parse(mail.params))
  const found = await sources.quote(quoteId)
  if (!found) return null
  const { number } = found.quote
  return {
    subject: `Quote ${number} was withdrawn`,
    title: 'We took the quote back.',
    blocks: [
      `Quote ${number} can’t be ordered any more. Nothing is ordered, and nothing is owed.`,
      ...(reason ? [`Our reason: ${reason}`] : []),
      'Make a new one in the cart, or answer this mail if you need the old prices.',
      { type: 'action', label: 'Open the cart', url: siteUrl + routes.cart },
    ],
    automatic: false,
    reason: `You get this because a quote was made at ${new URL(siteUrl).host} with this address.`,
  }
}

function waysOfPaying(quote: Pick<QuoteRow, 'total' | 'currency'>, cardPayments: boolean): string {
  if (quote.total === 0) return ', and there is nothing to pay'
  return `, to be paid by ${cardPayments && !refuseCardSum(quote) ? 'card or ' : ''}bank transfer`
}
