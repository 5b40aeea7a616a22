import { formatDate } from './calendar.ts'
import type { InvoiceContent } from './invoice.ts'
import { formatMoney } from './money.ts'

/** A document in words, top to bottom: the same in the PDF and on the page. */
export type InvoiceText = {
  title: string
  status: string
  /** The first line of each stands out. */
  parties: { heading: string; lines: string[] }[]
  table: {
    columns: { label: string /** Left out where it's narrow. */; optional?: boolean }[]
    rows: string[][]
    /** The last one is the total. */
    sums: { label: string; amount: string }[]
  }
  foot: string
}

type Kind<K extends InvoiceContent['kind']> = Extract<InvoiceContent, { kind: K }>

export function invoiceText(content: InvoiceContent): InvoiceText {
  return content.kind === 'invoice' ? invoice(content) : adjustmentNote(content)
}

function invoice(content: Kind<'invoice'>): InvoiceText {
  const { paid, taxed, currency, lines, replaces } = content
  const money = (cents: number) => formatMoney(cents, currency)
  const title = taxed ? 'Tax invoice' : 'Invoice'
  const replaced = replaces
    ? `Replaces ${title.toLowerCase()} ${replaces.number}, issued ${formatDate(replaces.date)}. `
    : ''
  return {
    title,
    status: `${replaced}Paid in full, ${formatDate(paid.date)}, ${paid.method === 'card' ? 'by card' : 'by bank transfer'}`,
    parties: parties(content, 'Invoice'),
    table: {
      columns: [
        { label: 'Item' },
        { label: 'Qty' },
        { label: 'Price', optional: true },
        ...(taxed ? [{ label: 'GST', optional: true }] : []),
        { label: 'Total' },
      ],
      rows: lines.map(({ description, qty, unitAmount, tax, total }) => [
        description,
        String(qty),
        money(unitAmount),
        ...(taxed ? [money(tax)] : []),
        money(total),
      ]),
      sums: sums(content, 'Total'),
    },
    foot: taxed ? 'Total price includes GST.' : 'Supplied outside Australia. No GST applies.',
  }
}

function adjustmentNote(content: Kind<'adjustment_note'>): InvoiceText {
  const { taxed, currency, before, after, total, tax } = content
  const money = (cents: number) => formatMoney(cents, currency)
  const original = `${taxed ? 'tax invoice' : 'invoice'} ${content.invoice.number}`
  const row = (label: string, price: typeof before) => [
    label,
    ...(taxed ? [money(price.tax)] : []),
    money(price.total),
  ]
  return {
    title: taxed ? 'Adjustment note' : 'Credit note',
    status: `For ${original} of ${formatDate(content.invoice.date)}`,
    parties: parties(content, 'Note'),
    table: {
      columns: [{ label: 'Price of the order' }, ...(taxed ? [{ label: 'GST' }] : []), { label: 'Total' }],
      rows: [row('Before this note', before), row('With this note', after)],
      sums: sums(content, 'Refund'),
    },
    foot: `The price of ${original} is lowered by ${money(total)}${taxed ? `, which includes ${money(tax)} GST` : ''}.`,
  }
}

function parties({ seller, buyer, ...document }: InvoiceContent, heading: string): InvoiceText['parties'] {
  return [
    { heading: 'From', lines: [seller.name, `ABN ${seller.abn}`] },
    {
      heading: 'To',
      lines: [
        ...(buyer.companyName && buyer.companyName !== buyer.name ? [buyer.companyName] : []),
        buyer.name,
        ...(buyer.abn ? [`ABN ${buyer.abn}`] : []),
        buyer.country,
        buyer.email,
      ],
    },
    {
      heading,
      lines: [
        document.number,
        formatDate(document.date),
        `Order ${document.orderNumber}`,
        ...(document.purchaseOrder ? [`Purchase order ${document.purchaseOrder}`] : []),
      ],
    },
  ]
}

function sums({ taxed, total, tax, currency }: InvoiceContent, label: string): InvoiceText['table']['sums'] {
  const sum = { label: `${label}, ${currency}`, amount: formatMoney(total, currency) }
  if (!taxed) return [sum]
  return [
    { label: 'Before GST', amount: formatMoney(total - tax, currency) },
    { label: 'GST, 10%', amount: formatMoney(tax, currency) },
    sum,
  ]
}
