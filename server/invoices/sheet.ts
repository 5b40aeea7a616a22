import type { InvoiceText } from '#shared/invoice-text.ts'
import { covers, type Fonts } from './fonts.ts'

type Pdf = PDFKit.PDFDocument
type Element = ReturnType<Pdf['struct']>
type Style = { size?: number; bold?: boolean; grey?: boolean; align?: 'left' | 'right' }
type Box = { x: number; width: number }
/** A cell's text at its place across the page. */
type Cell = Box & { text: string; style: Style }

// In points, 72 to the inch.
const margin = 56
const page = { width: 595.28, height: 841.89 }
const wide = { x: margin, width: page.width - 2 * margin }
const bottom = page.height - margin - 20
const gap = 18
const rowPadding = 6

export type Sheet = ReturnType<typeof createSheet>

/** Writes blocks one below the other, with a new page where one doesn't fit, and with the tags that screen readers go by. */
export function createSheet(pdf: Pdf, fonts: Fonts) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let y = 0
  addPage()

  return { heading, paragraph, columns, table, end }

  function heading(text: string): void {
    block('H1', text, { size: 26, bold: true })
    y += 4
  }

  function paragraph(text: string): void {
    block('P', text, {})
    y += gap
  }

  function columns(parties: InvoiceText['parties']): void {
    rule(1.5)
    const width = (wide.width - (parties.length - 1) * gap) / parties.length
    const top = y + 14
    const ends = parties.map(({ heading, lines }, column) => {
      const box = { x: wide.x + column * (width + gap), width }
      y = top
      block('H2', heading, { grey: true }, box)
      lines.forEach((line, index) => {
        block('P', line, { bold: index === 0 }, box)
      })
      return y
    })
    y = Math.max(...ends) + 2 * gap
  }

  function table({ columns, rows, sums }: InvoiceText['table'], title: string): void {
    const labels = columns.map(({ label }) => label)
    const boxes = layOut([labels, ...rows])
    const element = pdf.struct('Table', { title })
    root.add(element)
    const head = cells(labels, boxes, { grey: true })
    row(element, head, { tag: 'TH', scope: 'Column' })
    for (const texts of rows) {
      const body = cells(texts, boxes, {})
      if (!fits(heightOf(body))) {
        addPage()
        artifact(() => draw(head))
        y += heightOf(head)
      }
      row(element, body, { tag: 'TD', line: 0.5 })
    }
    if (!fits(sums.length * 30 + 60)) addPage()
    sums.forEach(({ label, amount }, index) => {
      const isTotal = index === sums.length - 1
      const style = isTotal ? { bold: true, size: 13 } : {}
      const half = { x: wide.x, width: wide.width / 2 }
      const line = [
        { ...half, text: label, style },
        {
          x: half.x + half.width,
          width: half.width,
          text: amount,
          style: { ...style, align: 'right' as const },
        },
      ]
      row(element, line, { tag: 'TD', rowHead: true, line: index === 0 ? 1.5 : 0.5 })
    })
    y += gap
  }

  /** Numbers the pages, where there are several. */
  function end(): void {
    root.end()
    const { count } = pdf.bufferedPageRange()
    for (let index = 0; count > 1 && index < count; index++) {
      pdf.switchToPage(index)
      y = page.height - margin
      artifact(() => put(`Page ${index + 1} of ${count}`, wide, { grey: true, size: 9, align: 'right' }))
    }
  }

  function block(tag: string, text: string, style: Style, box: Box = wide): void {
    const height = measure(text, box, style)
    if (!fits(height)) addPage()
    root.add(pdf.struct(tag, {}, () => put(text, box, style)))
    y += height
  }

  function row(
    parent: Element,
    line: Cell[],
    {
      tag,
      scope,
      rowHead,
      line: thickness,
    }: { tag: 'TH' | 'TD'; scope?: 'Column'; rowHead?: boolean; line?: number },
  ): void {
    if (thickness) rule(thickness)
    const children = line.map((cell, index) => {
      const isHead = rowHead && index === 0
      const options = isHead ? { scope: 'Row' } : scope ? { scope } : {}
      return pdf.struct(isHead ? 'TH' : tag, options as object, [() => drawCell(cell)])
    })
    parent.add(pdf.struct('TR', {}, children))
    y += heightOf(line)
  }

  /** Columns of numbers as wide as they need, the first one has the rest. */
  function layOut(rows: string[][]): Box[] {
    const count = rows[0]?.length ?? 0
    const widths = Array.from({ length: count }, (_, column) =>
      Math.max(...rows.map((texts) => widthOf(texts[column] ?? '') + gap)),
    )
    widths[0] = wide.width - widths.slice(1).reduce((sum, width) => sum + width, 0)
    return widths.map((width, column) => ({
      x: wide.x + widths.slice(0, column).reduce((sum, other) => sum + other, 0),
      width,
    }))
  }

  function cells(texts: string[], boxes: Box[], style: Style): Cell[] {
    return boxes.map((box, column) => ({
      ...box,
      text: texts[column] ?? '',
      style: { ...style, align: column === 0 ? 'left' : 'right' },
    }))
  }

  function draw(line: Cell[]): void {
    line.forEach(drawCell)
  }

  function drawCell({ text, style, ...box }: Cell): void {
    put(text, box, style, rowPadding)
  }

  function heightOf(line: Cell[]): number {
    return Math.max(...line.map(({ text, style, ...box }) => measure(text, box, style))) + 2 * rowPadding
  }

  function put(text: string, { x, width }: Box, style: Style, down = 0): void {
    const { align = 'left', grey = false } = style
    use(text, style)
    pdf
      .fillColor(grey ? '#595959' : '#000000')
      .text(text, x, y + down, { width, align, lineGap: 2, ...shaping(text) })
  }

  function measure(text: string, { width }: Box, style: Style): number {
    use(text, style)
    return pdf.heightOfString(text, { width, lineGap: 2, ...shaping(text) })
  }

  function widthOf(text: string): number {
    use(text, {})
    return pdf.widthOfString(text, shaping(text))
  }

  function use(text: string, { size = 10, bold = false }: Style): void {
    const own = bold ? 'bold' : 'regular'
    const name = covers(fonts[own](), text) ? own : 'universal'
    // The library takes parsed fonts too; its types don't say so.
    pdf.registerFont(name, fonts[name]() as unknown as Buffer).font(name, size)
  }

  function rule(thickness: number): void {
    artifact(() => {
      pdf
        .moveTo(wide.x, y)
        .lineTo(wide.x + wide.width, y)
        .lineWidth(thickness)
        .strokeColor(thickness < 1 ? '#b3b3b3' : '#000000')
        .stroke()
    })
  }

  /** What a screen reader passes over. */
  function artifact(drawing: () => void): void {
    pdf.markContent('Artifact')
    drawing()
    pdf.endMarkedContent()
  }

  function fits(height: number): boolean {
    return y + height <= bottom
  }

  function addPage(): void {
    pdf.addPage()
    y = margin
  }
}

/**
 * Without composition, which would draw "ị" as two glyphs, the second of them nothing when the text is copied. Text in
 * normal form C doesn't need it; plain text hasn't got it, and is laid out faster from words that are known.
 */
function shaping(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  const plain = Buffer.byteLength(text) === text.length
  return plain ? {} : { features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}
