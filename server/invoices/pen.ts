import { covers, type Fonts } from './fonts.ts'

type Pdf = PDFKit.PDFDocument
export type Style = { size?: number; bold?: boolean; grey?: boolean; align?: 'left' | 'right' }
export type Box = { x: number; width: number }

// In points, 72 to the inch.
const margin = 56
const page = { width: 595.28, height: 841.89 }
export const wide: Box = { x: margin, width: page.width - 2 * margin }
const bottom = page.height - margin - 20

export type Pen = ReturnType<typeof createPen>

/** Callers advance `y`. */
export function createPen(pdf: Pdf, fonts: Fonts) {
  const pen = { y: 0, put, measure, widthOf, rule, artifact, fits, addPage, numberPages }
  return pen

  /** @param down points below `y` */
  function put(text: string, { x, width }: Box, style: Style, down = 0): void {
    const { align = 'left', grey = false } = style
    use(text, style)
    pdf
      .fillColor(grey ? '#595959' : '#000000')
      .text(text, x, pen.y + down, { width, align, lineGap: 2, ...shaping(text) })
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
    // PDFKit takes parsed fonts too, but its types don't say so.
    pdf.registerFont(name, fonts[name]() as unknown as Buffer).font(name, size)
  }

  function rule(thickness: number): void {
    artifact(() => {
      pdf
        .moveTo(wide.x, pen.y)
        .lineTo(wide.x + wide.width, pen.y)
        .lineWidth(thickness)
        .strokeColor(thickness < 1 ? '#b3b3b3' : '#000000')
        .stroke()
    })
  }

  /** Screen readers skip artifacts. */
  function artifact(drawing: () => void): void {
    pdf.markContent('Artifact')
    drawing()
    pdf.endMarkedContent()
  }

  function fits(height: number): boolean {
    return pen.y + height <= bottom
  }

  function addPage(): void {
    pdf.addPage()
    pen.y = margin
  }

  function numberPages(): void {
    const { count } = pdf.bufferedPageRange()
    for (let index = 0; count > 1 && index < count; index++) {
      pdf.switchToPage(index)
      pen.y = page.height - margin
      artifact(() => put(`Page ${index + 1} of ${count}`, wide, { grey: true, size: 9, align: 'right' }))
    }
  }
}

/** Turns composition off: it draws "ị" as two glyphs, so copies lose one. Text in normal form C needs none. */
function shaping(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  const plain = Buffer.byteLength(text) === text.length
  return plain ? {} : { features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}
