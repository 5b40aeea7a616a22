import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'

export type Typeface = Awaited<ReturnType<typeof openTypeface>>

type Place = { x: number; y: number; size: number; tracking?: number }

/** All sizes in pixels. @param file a variable font, WOFF2 @param weight 200 to 800 */
export async function openTypeface(file: string, weight: number) {
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
    has: (text: string) =>
      [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    width: (text: string, size: number, tracking?: number) => place(text, size, tracking).width,
    /** Returns SVG path data; `x` and `y` are the start of the baseline. */
    outline(text: string, { x, y, size, tracking }: Place): string {
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
