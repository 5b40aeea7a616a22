import type { DocumentContent } from '#shared/invoice.ts'
import { type InvoiceText, invoiceText } from '#shared/invoice-text.ts'
import { loadFonts } from './fonts.ts'
import { createSheet, type Sheet } from './sheet.ts'

/** Writes a tagged A4 PDF. Equal content and time give equal bytes. After `loadPdf`, a transaction may await it. */
export async function invoicePdf(content: DocumentContent, issuedAt: Date): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), loadFonts()])
  const text = invoiceText(content)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    tagged: true,
    autoFirstPage: false,
    bufferPages: true,
    // PDFKit would load Helvetica by default.
    font: '',
    info: {
      Title: `${text.title} ${content.number}`,
      Author: content.seller.name,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  write(createSheet(document, fonts), text, content.number)
  document.end()
  return Buffer.concat(await document.toArray())
}

/** Loads PDFKit and fonts before a transaction, because that takes longer than a document. */
export async function loadPdf(): Promise<void> {
  await Promise.all([import('pdfkit'), loadFonts()])
}

function write(
  sheet: Sheet,
  { title, status, parties, table, facts, foot }: InvoiceText,
  number: string,
): void {
  sheet.heading(title)
  sheet.paragraph(status)
  sheet.columns(parties)
  sheet.table(table, `${title} ${number}`)
  sheet.paragraph(foot)
  if (facts.length > 0) sheet.facts('How to pay', facts)
  sheet.end()
}
