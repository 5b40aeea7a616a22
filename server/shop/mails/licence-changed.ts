import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { Site } from '#shared/seller/site.ts'
import { yourLicences } from '../../licences/mails/your-licences.ts'
import type { Part } from '../../messages/mail/blocks.ts'
import type { LetterContext } from '../../messages/mail/template.ts'
import {
  amountsOf,
  attachmentsOf,
  creditBlocks,
  type LetterToBuyer,
  type OrderToTell,
  purchaseOrderIn,
  waiverBlocks,
} from './order.ts'
import type { IssuedDocument, OrderForMail, ShopSources } from './sources.ts'

/** Contains only the key's hint, because the buyer has the key. */
export function licenceChanged(
  { order, lines, changed, credit, openOrder }: OrderToTell,
  { document, attached }: { document: IssuedDocument | null; attached: Part[] },
  { site, siteUrl }: Pick<LetterContext<ShopSources>, 'site' | 'siteUrl'>,
): LetterToBuyer {
  const isOff = order.status === 'disputed'
  return {
    subject: `Your ${site.product} ${isOff ? '' : 'licence has changed, '}order ${order.number}${purchaseOrderIn(order)}`,
    title: isOff ? 'Your payment is disputed.' : 'Thank you. It’s done.',
    blocks: [
      openOrder,
      ...(changed
        ? licenceAsItIs(changed, `Order ${order.number} is paid${isOff ? offText : onText}`, site)
        : []),
      amountsOf(order, lines),
      ...creditBlocks({ order, credit }),
      ...attached,
      ...waiverBlocks(order),
      'The order’s page always has your invoice. Keep the link to yourself: it opens the order.',
      yourLicences(siteUrl),
    ],
    attachments: attachmentsOf(document),
  }
}

const onText =
  ', and your licence has changed. The key stays the same, and the machines it’s on stay on. The app gets the new licence file the next time it asks.'

const offText = '. Until the dispute of its payment is decided, your licence is as it was without this order.'

function licenceAsItIs(
  { plan, keyHint, seats, updatesUntil }: NonNullable<OrderForMail['changed']>,
  said: string,
  { company }: Site,
): Part[] {
  const until = formatDate(dayIn(company.timeZone, updatesUntil))
  return [
    said,
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
