import { addressLines } from '../buyer/postal-address.ts'
import { formatDate } from '../calendar/calendar.ts'
import { formatMoney } from '../pricing/money.ts'
import type { DocumentContent } from './invoice.ts'

export type InvoiceText = {
  title: string
  status: string
  parties: { heading: string; lines: string[] }[]
  table: {
    columns: {
      label: string
      /** Hidden in narrow windows. */
      optional?: boolean
    }[]
    rows: string[][]
    sums: { label: string; amount: string }[]
  }
  facts: { term: string; value: string }[]
  foot: string
  /** The address to open it online; empty for older documents, which didn't name their page. */
  online: string
}

type Kind<K extends DocumentContent['kind']> = Extract<DocumentContent, { kind: K }>

export function invoiceText(content: DocumentContent): InvoiceText {
  switch (content.kind) {
    case 'invoice':
      return invoice(content)
    case 'adjustment_note':
      return adjustmentNote(content)
    case 'receipt':
      return receipt(content)
    case 'quote':
      return quote(content)
  }
}

type Placed = Pick<DocumentContent['seller'], 'address' | 'country' | 'countryCode'>

type Titled = Pick<DocumentContent, 'kind' | 'taxed'> & { total?: number }

/** @param document a note without `total` counts as one that reduces its invoice */
export function titleOf({ kind, taxed, total = 0 }: Titled): string {
  switch (kind) {
    case 'invoice':
      return taxed ? 'Tax invoice' : 'Invoice'
    case 'adjustment_note':
      return taxed ? 'Adjustment note' : total < 0 ? 'Debit note' : 'Credit note'
    case 'receipt':
      return 'Receipt'
    case 'quote':
      return 'Quote'
  }
}

/** The name of the document that reduces or cancels an invoice, within a sentence. */
export function aNote(taxed: boolean): string {
  return taxed ? 'an adjustment note' : 'a credit note'
}

function invoice(content: Kind<'invoice'>): InvoiceText {
  const { transfer, replaces, follows, taxed } = content
  const title = titleOf(content)
  const replaced = replaces
    ? `Replaces ${title.toLowerCase()} ${replaces.number}, issued ${formatDate(replaces.date)}. `
    : ''
  const note = titleOf({ kind: 'adjustment_note', taxed }).toLowerCase()
  const followed = follows
    ? `Follows ${title.toLowerCase()} ${follows.number}, which ${note} ${follows.note.number} cancelled on ${formatDate(follows.note.date)}. `
    : ''
  return {
    title,
    status: `${replaced}${followed}${standingText(content)}`,
    parties: parties(content, 'Invoice'),
    table: invoiceTable(content),
    facts: transfer?.facts ?? [],
    foot: taxText(content),
    online: onlineText(
      content,
      asksForMoney(content) ? 'see this document online and the ways to pay it' : 'see this document online',
    ),
  }
}

function standingText(content: Kind<'invoice'>): string {
  const { paid, total, transfer } = content
  if (paid && total > 0) return paidText(paid)
  if (transfer && asksForMoney(content)) return `Due ${formatDate(transfer.due)}`
  return paid || transfer ? 'Nothing to pay' : 'Unpaid'
}

/**
 * Only an unpaid transfer invoice without refunds asks for money. A card invoice has no due date, which a
 * demand needs but a tax invoice doesn't (s 29-70).
 */
function asksForMoney({ transfer }: Kind<'invoice'>): boolean {
  return Boolean(transfer?.facts.length)
}

/** Shows the received part below the total, and the rest below that. */
function invoiceTable(content: Kind<'invoice'>): InvoiceText['table'] {
  const { taxed, total, currency, transfer } = content
  const received = transfer?.received
  const isWholeDue = asksForMoney(content) && !received
  const table = linesTable(content, `${isWholeDue ? 'Total due' : 'Total'}, ${currency}`, {
    taxColumn: taxed,
  })
  if (!received) return table
  const { amount, date } = received
  const rest = [
    { label: `Received by ${formatDate(date)}`, amount: formatMoney(amount, currency) },
    { label: `Still to pay, ${currency}`, amount: formatMoney(total - amount, currency) },
  ]
  return { ...table, sums: [...table.sums, ...rest] }
}

function quote(content: Kind<'quote'>): InvoiceText {
  const { validUntil, currency, total, note } = content
  const owed = total === 0 ? 'nothing is owed' : 'nothing is owed until you order'
  return {
    title: titleOf(content),
    status: `Valid until ${formatDate(validUntil)}`,
    parties: parties(content, 'Quote'),
    table: linesTable(content, `Total, ${currency}`, { taxColumn: false }),
    facts: [],
    foot: `${note ? `${note} ` : ''}${taxText(content)} A quote isn’t an invoice: ${owed}.`,
    online: onlineText(content, 'order it'),
  }
}

function receipt(content: Kind<'receipt'>): InvoiceText {
  const { currency, total, paid, taxed } = content
  const original = `${titleOf({ kind: 'invoice', taxed })} ${content.invoice.number}`
  return {
    title: titleOf(content),
    status: paidText(paid),
    parties: parties(content, 'Receipt'),
    table: {
      columns: [{ label: 'For' }, { label: 'Issued', optional: true }, { label: 'Total' }],
      rows: [[original, formatDate(content.invoice.date), formatMoney(total, currency)]],
      sums: sums(content, `Received, ${currency}`),
    },
    facts: [],
    foot: `${original} is paid. This receipt is no invoice.`,
    online: onlineText(content, 'see the order'),
  }
}

function adjustmentNote(content: Kind<'adjustment_note'>): InvoiceText {
  const { taxed, taxKind, currency, before, after, total, tax, refunds, reason } = content
  const money = (cents: number) => formatMoney(cents, currency)
  const original = `${titleOf({ kind: 'invoice', taxed }).toLowerCase()} ${content.invoice.number}`
  const row = (label: string, price: typeof before) => [
    label,
    ...(taxed ? [money(price.tax)] : []),
    money(price.total),
  ]
  const isRaised = total < 0
  const by = money(Math.abs(total))
  const owed = refunds ? '' : ' Nothing is owed for it.'
  return {
    title: titleOf(content),
    status: `For ${original} of ${formatDate(content.invoice.date)}`,
    parties: parties(content, titleOf(content)),
    table: {
      columns: [
        { label: 'Price of the order' },
        ...(taxed ? [{ label: taxKind?.name ?? '', optional: true }] : []),
        { label: 'Total' },
      ],
      rows: [row('Before this note', before), row('With this note', after)],
      sums: isRaised
        ? sums({ ...content, total: -total, tax: -tax }, `Raised by, ${currency}`)
        : sums(content, `${refunds ? 'Refund' : taxed ? 'Adjustment' : 'Credit'}, ${currency}`),
    },
    facts: [],
    foot: `The price of ${original} is ${isRaised ? 'raised again' : 'lowered'} by ${by}${taxed ? `, which includes ${money(Math.abs(tax))} ${taxKind?.name ?? ''}` : ''}.${owed}${reason ? ` Reason: ${reason}` : ''}`,
    online: onlineText(content, 'see the order'),
  }
}

function paidText({ date, method }: { date: Parameters<typeof formatDate>[0]; method: 'card' | 'invoice' }) {
  return `Paid in full, ${formatDate(date)}, ${method === 'card' ? 'by card' : 'by bank transfer'}`
}

/** Lists each discount in a row below the full price. */
function linesTable(
  content: Kind<'invoice'> | Kind<'quote'>,
  total: string,
  { taxColumn }: { taxColumn: boolean },
): InvoiceText['table'] {
  const { lines, currency, taxKind } = content
  const money = (cents: number) => formatMoney(cents, currency)
  const less = (cents: number) => money(-cents).replace('-', '−')
  return {
    columns: [
      { label: 'Item' },
      { label: 'Qty' },
      { label: 'Price', optional: true },
      ...(taxColumn ? [{ label: taxKind?.name ?? '', optional: true }] : []),
      { label: 'Total' },
    ],
    rows: lines.flatMap((line) => [
      [
        line.description,
        String(line.qty),
        money(line.unitAmount),
        ...(taxColumn ? [money(taxBeforeDiscounts(line))] : []),
        money(line.qty * line.unitAmount),
      ],
      ...line.discounts.map(({ label, amount, tax }) => [
        label,
        '',
        '',
        ...(taxColumn ? [tax === undefined ? '' : less(tax)] : []),
        less(amount),
      ]),
    ]),
    sums: sums(content, total),
  }
}

/** The line's tax before discounts, so that the column with the discounts' rows adds up to the document's tax. */
function taxBeforeDiscounts({ tax, discounts }: Kind<'invoice'>['lines'][number]): number {
  return discounts.reduce((sum, discount) => sum + (discount.tax ?? 0), tax)
}

/** Countries require different words next to the total. */
export function taxText({ taxed, taxKind, reverseCharge }: DocumentContent): string {
  if (taxed && taxKind) return `Total price includes ${taxKind.name}.`
  // The wording of Council Directive 2006/112/EC, article 226 (11a).
  const reverse = reverseCharge ? ' Reverse charge: the buyer accounts for the VAT.' : ''
  const none = taxKind
    ? `Supplied outside ${taxKind.country}. No ${taxKind.name} applies.`
    : 'No tax is part of the price.'
  return none + reverse
}

function onlineText({ page, buyer }: DocumentContent, act: string): string {
  return page ? `To ${act}, open ${page} and ask for a link to ${buyer.email}.` : ''
}

function parties(content: DocumentContent, heading: string): InvoiceText['parties'] {
  const { seller, buyer, ...document } = content
  const number = seller.number ?? (seller.abn ? { label: 'ABN', value: seller.abn } : null)
  return [
    {
      heading: 'From',
      lines: [
        seller.name,
        ...(number ? [`${number.label} ${number.value}`] : []),
        ...(seller.address ? placeLines(seller) : []),
        ...(seller.email ? [seller.email] : []),
      ],
    },
    {
      heading: 'To',
      lines: [
        ...(buyer.companyName && buyer.companyName !== buyer.name ? [buyer.companyName] : []),
        buyer.name,
        ...(buyer.abn ? [`ABN ${buyer.abn}`] : []),
        ...(buyer.nzbn ? [`NZBN ${buyer.nzbn}`] : []),
        ...(buyer.vatId ? [`VAT ID ${buyer.vatId}`] : []),
        ...placeLines(buyer),
        buyer.email,
      ],
    },
    {
      heading,
      lines: [
        document.number,
        formatDate(document.date),
        ...('orderNumber' in document ? [`Order ${document.orderNumber}`] : []),
        ...(document.purchaseOrder ? [`Purchase order ${document.purchaseOrder}`] : []),
      ],
    },
  ]
}

function placeLines({ address, country = '', countryCode }: Placed): string[] {
  return [...(address ? addressLines(address, countryCode) : []), country]
}

function sums(
  { taxed, taxKind, total, tax, currency }: DocumentContent,
  label: string,
): InvoiceText['table']['sums'] {
  const sum = { label, amount: formatMoney(total, currency) }
  if (!taxed || !taxKind) return [sum]
  return [
    { label: `Before ${taxKind.name}`, amount: formatMoney(total - tax, currency) },
    { label: `${taxKind.name}, ${taxKind.percent}`, amount: formatMoney(tax, currency) },
    sum,
  ]
}
