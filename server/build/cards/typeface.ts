import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'

export type Typeface = {
  has(text: string): boolean
  /** All sizes are in pixels. */
  width(text: string, size: number, tracking?: number): number
  /** Returns SVG path data; `x` and `y` are where the baseline starts. */
  outline(text: string, at: { x: number; y: number; size: number; tracking?: number }): string
}

/** @param file a variable font, WOFF2 @param weight 200 to 800 */
export async function openTypeface(file: string, weight: number): Promise<Typeface> {
  const variable = create(Buffer.from(await decompress(await readFile(file)))) as Font
  const font = variable.getVariation({ wght: weight })

  function place(text: string, size: number, tracking = 0) {
    const { glyphs, positions } = font.layout(text)
    const scale = size / font.unitsPerEm
    let x = 0
    const placed = glyphs.map((glyph, index) => {
      const left = x
      x += (positions[index]?.xAdvance ?? 0) * scale + tracking * size
      return { glyph, left }
    })
    return { placed, scale, width: x }
  }

  return {
    has: (text) => [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    width: (text, size, tracking) => place(text, size, tracking).width,
    outline(text, { x, y, size, tracking }) {
      const { placed, scale } = place(text, size, tracking)
      return placed
        .map(({ glyph, left }) =>
          glyph.path
            .scale(scale, -scale)
            .translate(x + left, y)
            .toSVG(),
        )
        .join('')
    },
  }
}
