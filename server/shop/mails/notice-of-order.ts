import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { describeLine } from '#shared/desk/words.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { amountsOf } from './order.ts'
import type { ShopSources } from './sources.ts'

type Words = {
  subject: string
  title: string
  text?: string
  facts?: { term: string; value: string }[]
  commands: { term: string; command: string }[]
}

type More = { credit: number; timeZone: string; isChange: boolean }

/** Keeps the buyer's text out of the subject, and keys out of the mail. */
export function orderNotice(
  wordsOf: (order: OrderRow, params: unknown, more: More) => Words,
): Template<ShopSources> {
  return async (mail, context) => {
    const found = await context.sources.order(mail.order_id ?? '')
    if (!found) return null
    const { order, lines, credit } = found
    const named = lines.map((line) => ({ ...line, name: describeLine(line.name) }))
    const {
      text,
      facts = [],
      ...words
    } = wordsOf(order, JSON.parse(mail.params), {
      credit,
      timeZone: context.site.company.timeZone,
      isChange: changesLicence(lines),
    })
    const buyer = buyerOf(order)
    const { name, email, companyName, abn, nzbn, vatId, purchaseOrder, country } = buyer
    return ownerLetter(context, {
      ...words,
      page: deskRoutes.order(order.number),
      blocks: [...(text ? [text] : []), amountsOf(order, named)],
      facts: [
        { term: 'Order', value: order.number },
        ...facts,
        { term: 'From', value: `${oneLine(name)} <${shownEmail(email)}>` },
        { term: 'Company', value: companyName && oneLine(companyName) },
        { term: 'ABN', value: abn },
        { term: 'NZBN', value: nzbn },
        { term: 'VAT ID', value: vatId },
        { term: 'Purchase order', value: purchaseOrder && oneLine(purchaseOrder) },
        { term: 'Address', value: oneLine(addressText(addressOf(buyer), country)) },
        { term: 'Country', value: countryName(country) },
      ],
    })
  }
}

export function toSee(number: string) {
  return { term: 'To see it', command: `orders show ${number}` }
}

/** Staff transfer a credit themselves and then enter it. */
export function toEnterCredit(number: string) {
  return { term: 'When it went back', command: `orders refund ${number} --credit` }
}
