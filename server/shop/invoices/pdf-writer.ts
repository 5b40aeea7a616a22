import type { Font } from 'fontkit'
import type { Fonts } from './fonts.ts'
import { breakLines, type Face, type Run, splitByFont } from './text-runs.ts'
import { inVisualOrder } from './visual-order.ts'

type Pdf = PDFKit.PDFDocument
export type Style = { size?: number; bold?: boolean; grey?: boolean; align?: 'left' | 'right' }
export type Box = { x: number; width: number }

// Page margin in points, 72 per inch.
const margin = 56
const page = { width: 595.28, height: 841.89 }
export const wide: Box = { x: margin, width: page.width - 2 * margin }
const bottom = page.height - margin - 20
const lineGap = 2

export type Pen = ReturnType<typeof createPen>

/** Functions that draw at `y`; callers move it on. */
export function createPen(pdf: Pdf, fonts: Fonts) {
  const pen = { y: 0, put, measure, widthOf, rule, artifact, fits, addPage, numberPages }
  return pen

  /** @param down distance in points below `y` */
  function put(text: string, box: Box, style: Style, down = 0): void {
    const { align = 'left', grey = false } = style
    const { x, width } = box
    const runs = runsOf(text, style)
    pdf.fillColor(inkOf(grey))
    if (!isPlain(runs)) return void putLines(breakLines(runs, width, widthIn(style)), box, style, down)
    use(style)
    pdf.text(text, x, pen.y + down, { width, align, lineGap, ...shaping(text) })
  }

  /** Places each run separately, because PDFKit sets a text in one font. */
  function putLines(lines: Run[][], { x, width }: Box, style: Style, down: number): void {
    const { size = 10, align = 'left' } = style
    const { ascent, unitsPerEm } = fontOf(style)
    inVisualOrder(lines).forEach((line, index) => {
      const widths = line.map(widthIn(style))
      let at = align === 'left' ? x : x + width - sum(widths)
      const baseline = pen.y + down + index * lineHeight(style) + (ascent / unitsPerEm) * size
      line.forEach(({ text, face }, place) => {
        use(style, face)
        const weight = style.bold && face === 'universal' ? thicken(style) : {}
        pdf.text(text, at, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...weight,
          ...shaping(text),
        })
        at += widths[place] ?? 0
      })
    })
  }

  /** Outlines the universal font to imitate the bold that it lacks. */
  function thicken({ size = 10, grey = false }: Style) {
    pdf.lineWidth(size * 0.035).strokeColor(inkOf(grey))
    return { fill: true, stroke: true }
  }

  function measure(text: string, { width }: Box, style: Style): number {
    const runs = runsOf(text, style)
    if (!isPlain(runs)) return breakLines(runs, width, widthIn(style)).length * lineHeight(style)
    use(style)
    return pdf.heightOfString(text, { width, lineGap, ...shaping(text) })
  }

  function lineHeight(style: Style): number {
    use(style)
    return pdf.currentLineHeight(true) + lineGap
  }

  function widthOf(text: string): number {
    return sum(runsOf(text, {}).map(widthIn({})))
  }

  function widthIn(style: Style): (run: Run) => number {
    return ({ text, face }) => {
      use(style, face)
      return pdf.widthOfString(text, shaping(text))
    }
  }

  function fontOf({ bold = false }: Style): Font {
    return fonts[bold ? 'bold' : 'regular']()
  }

  function runsOf(text: string, style: Style): Run[] {
    return splitByFont(text, fontOf(style), fonts[style.bold ? 'arabicBold' : 'arabic'])
  }

  function use({ size = 10, bold = false }: Style, face: Face = 'own'): void {
    const name = {
      own: bold ? 'bold' : 'regular',
      arabic: bold ? 'arabicBold' : 'arabic',
      universal: 'universal',
    }[face] as keyof Fonts
    // PDFKit accepts parsed fonts, but its types don't say so.
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

/**
 * Turns off glyph composition, which draws "ị" as two glyphs, of which a copy loses one. NFC doesn't need it.
 */
function shaping(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  const plain = Buffer.byteLength(text) === text.length
  return plain ? {} : { features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}

function inkOf(grey: boolean): string {
  return grey ? '#595959' : '#000000'
}

function isPlain(runs: Run[]): boolean {
  return runs.every(({ face }) => face === 'own')
}

export function sum(widths: number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}
