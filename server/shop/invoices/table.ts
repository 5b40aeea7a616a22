import type { InvoiceText } from '#shared/orders/invoice-text.ts'
import { type Box, type Pen, type Style, sum, wide } from './pdf-writer.ts'

type Element = ReturnType<PDFKit.PDFDocument['struct']>
/** `x` and `width` set the cell's place on the page. */
type Cell = Box & { text: string; style: Style }
type RowOptions = { tag: 'TH' | 'TD'; scope?: 'Column'; rowHead?: boolean; rule?: number }

const columnGap = 18
const rowPadding = 6
/** Room for the gap and two lines of text. */
const footHeight = 50

/**
 * PDFKit's own tables don't repeat their head on later pages, and tag rules as content.
 * @param parent structure element for the table's tags
 */
export function writeTable(
  pdf: PDFKit.PDFDocument,
  pen: Pen,
  parent: Element,
  { columns, rows, sums, title }: InvoiceText['table'] & { title: string },
): void {
  const labels = columns.map(({ label }) => label)
  const boxes = layOut(pen, [labels, ...rows])
  const element = pdf.struct('Table', { title })
  parent.add(element)
  const writeRow = rowWriter(pdf, pen, element)
  const head = toCells(labels, boxes, { grey: true })
  writeRow(head, { tag: 'TH', scope: 'Column' })
  const cellsOfRows = rows.map((texts) => toCells(texts, boxes, {}))
  const cellsOfSums = sums.map((line, index) =>
    sumCells(line, index === sums.length - 1 ? { bold: true, size: 13 } : {}),
  )
  cellsOfRows.forEach((cells, index) => {
    if (!pen.fits(heightFrom(index))) repeatHead()
    writeRow(cells, { tag: 'TD', rule: 0.5 })
  })
  cellsOfSums.forEach((cells, index) => {
    writeRow(cells, { tag: 'TD', rowHead: true, rule: index === 0 ? 1.5 : 0.5 })
  })

  /** Keeps a line with its discounts, and the last line with the sums and the text below. */
  function heightFrom(index: number): number {
    let end = index + 1
    while (rows[end]?.[1] === '') end += 1
    const together = cellsOfRows.slice(index, end)
    const below = end === rows.length ? cellsOfSums : []
    return heightsOf(pen, [...together, ...below]) + (below.length > 0 ? footHeight : 0)
  }

  function repeatHead(): void {
    pen.addPage()
    pen.artifact(() => {
      for (const cell of head) writeCell(pen, cell)
    })
    pen.y += heightOf(pen, head)
  }
}

/** Keeps the title, the terms and their values together on one page. */
export function writeFacts(
  pdf: PDFKit.PDFDocument,
  pen: Pen,
  parent: Element,
  { facts, title }: Pick<InvoiceText, 'facts'> & { title: string },
): void {
  const term = { x: wide.x, width: wide.width / 3 }
  const value = { x: term.x + term.width, width: wide.width - term.width }
  const rows = facts.map((fact): Cell[] => [
    { ...term, text: fact.term, style: { grey: true } },
    { ...value, text: fact.value, style: {} },
  ])
  const bold = { bold: true }
  if (!pen.fits(pen.measure(title, wide, bold) + heightsOf(pen, rows))) pen.addPage()
  parent.add(pdf.struct('H2', {}, () => pen.put(title, wide, bold)))
  pen.y += pen.measure(title, wide, bold)
  const element = pdf.struct('Table', { title })
  parent.add(element)
  const writeRow = rowWriter(pdf, pen, element)
  for (const cells of rows) writeRow(cells, { tag: 'TD', rowHead: true, rule: 0.5 })
}

function rowWriter(pdf: PDFKit.PDFDocument, pen: Pen, element: Element) {
  return (cells: Cell[], { tag, scope, rowHead, rule }: RowOptions): void => {
    if (rule) pen.rule(rule)
    const children = cells.map((cell, index) => {
      const isHead = rowHead && index === 0
      const options = isHead ? { scope: 'Row' } : scope ? { scope } : {}
      return pdf.struct(isHead ? 'TH' : tag, options as object, [() => writeCell(pen, cell)])
    })
    element.add(pdf.struct('TR', {}, children))
    pen.y += heightOf(pen, cells)
  }
}

/** Number columns get the width they need; the first column gets the rest. */
function layOut(pen: Pen, rows: string[][]): Box[] {
  const count = rows[0]?.length ?? 0
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((texts) => pen.widthOf(texts[column] ?? '') + columnGap)),
  )
  widths[0] = wide.width - sum(widths.slice(1))
  return widths.map((width, column) => ({ x: wide.x + sum(widths.slice(0, column)), width }))
}

function toCells(texts: string[], boxes: Box[], style: Style): Cell[] {
  return boxes.map((box, column) => ({
    ...box,
    text: texts[column] ?? '',
    style: { ...style, align: column === 0 ? 'left' : 'right' },
  }))
}

function sumCells({ label, amount }: InvoiceText['table']['sums'][number], style: Style): Cell[] {
  const width = wide.width / 2
  return [
    { x: wide.x, width, text: label, style },
    { x: wide.x + width, width, text: amount, style: { ...style, align: 'right' } },
  ]
}

function heightOf(pen: Pen, cells: Cell[]): number {
  return Math.max(...cells.map(({ text, style, ...box }) => pen.measure(text, box, style))) + 2 * rowPadding
}

function heightsOf(pen: Pen, rows: Cell[][]): number {
  return sum(rows.map((cells) => heightOf(pen, cells)))
}

function writeCell(pen: Pen, { text, style, ...box }: Cell): void {
  pen.put(text, box, style, rowPadding)
}
