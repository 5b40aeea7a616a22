import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { Site } from '#shared/seller/site.ts'
import { type Block, type Letter, paragraph } from '../../messages/mail/blocks.ts'
import type { LetterContext } from '../../messages/mail/template.ts'
import { amountsOf, attachmentsOf, creditBlocks, purchaseOrderIn, reasonOf, waiverBlocks } from './order.ts'
import type { IssuedDocument, OrderForMail, ShopSources } from './sources.ts'

/** Repeats only the key's hint, because the buyer has the key. */
export async function licenceChanged(
  { order, lines, changed, credit }: OrderForMail,
  { document, attached }: { document: IssuedDocument | null; attached: Block[] },
  { site, siteUrl, sources }: LetterContext<ShopSources>,
): Promise<Letter> {
  return {
    subject: `Your ${site.product} licence has changed, order ${order.number}${purchaseOrderIn(order)}`,
    title: 'Thank you. It’s done.',
    blocks: [
      ...(changed ? licenceAsItIs(changed, order.number, site) : []),
      amountsOf(order, lines),
      ...creditBlocks({ order, credit }),
      ...attached,
      ...waiverBlocks(order),
      { type: 'action', label: 'Open your order', url: await sources.orderLink(order) },
      paragraph('That page always has your invoice. Keep the link to yourself: it opens the order.'),
    ],
    attachments: attachmentsOf(document),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

function licenceAsItIs(
  { plan, keyHint, seats, updatesUntil }: NonNullable<OrderForMail['changed']>,
  number: string,
  { company }: Site,
): Block[] {
  const until = formatDate(dayIn(company.timeZone, updatesUntil))
  return [
    paragraph(
      `Order ${number} is paid, and your licence has changed. The key stays the same, and the machines it’s on stay on. The app gets the new licence file the next time it asks.`,
    ),
    {
      type: 'facts',
      facts: [
        { term: 'Licence', value: `${plan}, key ${keyHint}` },
        { term: 'Machines', value: String(seats.limit) },
        { term: 'Covers', value: `Every version up to ${until}` },
      ],
    },
  ]
}
