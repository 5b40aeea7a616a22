import type { DocumentContent } from '#shared/orders/invoice.ts'
import { type InvoiceText, invoiceText } from '#shared/orders/invoice-text.ts'
import { loadFonts } from './fonts.ts'
import { createSheet, type Sheet } from './sheet.ts'

/**
 * Writes a tagged A4 PDF; equal content and time give equal bytes. Call `loadPdf` before a transaction.
 * @param logo the seller's, as a data URI
 */
export function invoicePdf(content: DocumentContent, issuedAt: Date, logo?: string): Promise<Uint8Array> {
  return draw(invoiceText(content), { number: content.number, author: content.seller.name, issuedAt, logo })
}

type Described = { title: string; author: string; issuedAt: Date; logo?: string | undefined }

function draw(text: InvoiceText, { number, ...described }: Omit<Described, 'title'> & { number: string }) {
  const title = `${text.title} ${number}`
  return drawSheet({ ...described, title }, (sheet) => write(sheet, text, number))
}

/** Writes any tagged A4 PDF. @param write draws the sheet and ends it */
export function drawSheet(described: Described, write: (sheet: Sheet) => void): Promise<Uint8Array> {
  return press.print(described, write)
}

/** Tests that read no document replace `print`. */
export const press = { print: setType }

/** Renders a sheet. */
export async function setType(
  { title, author, issuedAt, logo }: Described,
  write: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), loadFonts()])
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    tagged: true,
    autoFirstPage: false,
    bufferPages: true,
    // PDFKit would otherwise load Helvetica.
    font: '',
    info: { Title: title, Author: author, CreationDate: issuedAt, ModDate: issuedAt },
  })
  const sheet = createSheet(document, fonts)
  if (logo) sheet.logo(logo)
  write(sheet)
  document.end()
  return Buffer.concat(await document.toArray())
}

/** A process's first document takes twenty times as long as later ones, too long for a transaction. */
export async function loadPdf(): Promise<void> {
  drawnBefore ??= draw(sample, { number: '', author: '', issuedAt: new Date(0) })
  await drawnBefore
}

let drawnBefore: Promise<unknown> | undefined

const sample: InvoiceText = {
  title: 'Invoice',
  status: 'Due',
  parties: [{ heading: 'From', lines: ['Name', 'Number'] }],
  table: {
    columns: [{ label: 'Item' }, { label: 'Total' }],
    rows: [['Licence', '$1.00']],
    sums: [{ label: 'Total', amount: '$1.00' }],
  },
  facts: [{ term: 'Reference', value: '1' }],
  foot: 'No tax is part of the price.',
  online: '',
}

function write(
  sheet: Sheet,
  { title, status, parties, table, facts, foot, online }: InvoiceText,
  number: string,
): void {
  sheet.heading(title)
  sheet.paragraph(status)
  sheet.columns(parties)
  sheet.table(table, `${title} ${number}`)
  sheet.paragraph(foot)
  if (facts.length > 0) sheet.facts('How to pay', facts)
  if (online) sheet.paragraph(online)
  sheet.end()
}
