import type { InvoiceText } from '#shared/orders/invoice-text.ts'
import type { Fonts } from './fonts.ts'
import { type Box, createPen, type Style, wide } from './pdf-writer.ts'
import { writeFacts, writeTable } from './table.ts'

const gap = 18

export type Sheet = ReturnType<typeof createSheet>

/** Writes tagged blocks from top to bottom, and breaks pages. */
export function createSheet(pdf: PDFKit.PDFDocument, fonts: Fonts) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const pen = createPen(pdf, fonts)
  pen.addPage()

  return { logo, heading, title, next, line, paragraph, columns, table, facts, end }

  /**
   * Draws the logo right of the heading. The company's name follows below, so screen readers skip the logo.
   */
  function logo(png: string): void {
    const width = 160
    const place = { fit: [width, 40], align: 'right', valign: 'center' } satisfies PDFKit.Mixins.ImageOption
    pen.artifact(() => pdf.image(png, wide.x + wide.width - width, pen.y - 4, place))
  }

  function heading(text: string): void {
    block('H1', text, { size: 26, bold: true })
    pen.y += 4
  }

  /** Starts a section. */
  function title(text: string): void {
    pen.y += gap
    block('H2', text, { size: 14, bold: true })
    pen.y += 4
  }

  /** Starts a section on a new page. */
  function next(text: string): void {
    pen.addPage()
    title(text)
  }

  function line(text: string): void {
    block('P', text, {})
    pen.y += 2
  }

  function paragraph(text: string): void {
    block('P', text, {})
    pen.y += gap
  }

  function columns(parties: InvoiceText['parties']): void {
    pen.rule(1.5)
    const width = (wide.width - (parties.length - 1) * gap) / parties.length
    const top = pen.y + 14
    const ends = parties.map(({ heading, lines }, column) => {
      const box = { x: wide.x + column * (width + gap), width }
      pen.y = top
      block('H2', heading, { grey: true }, box)
      lines.forEach((line, index) => {
        block('P', line, { bold: index === 0 }, box)
      })
      return pen.y
    })
    pen.y = Math.max(...ends) + 2 * gap
  }

  function table(content: InvoiceText['table'], title: string): void {
    writeTable(pdf, pen, root, { ...content, title })
    pen.y += gap
  }

  function facts(title: string, facts: InvoiceText['facts']): void {
    writeFacts(pdf, pen, root, { facts, title })
    pen.y += gap
  }

  function end(): void {
    root.end()
    pen.numberPages()
  }

  function block(tag: string, text: string, style: Style, box: Box = wide): void {
    const height = pen.measure(text, box, style)
    if (!pen.fits(height)) pen.addPage()
    root.add(pdf.struct(tag, {}, () => pen.put(text, box, style)))
    pen.y += height
  }
}
