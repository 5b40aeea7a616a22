/** Says why a cell can't be a key, without quoting it. Null if it may be one. */
export function faultOfKeyCell(text: string): string | null {
  if (/^\d+(?:[.,]\d+)?E\+\d+$/i.test(text) || spoilt.test(text))
    return 'A spreadsheet has spoilt this key. Export the file again, and import it before one opens it.'
  if (hidden.test(text)) return 'It shows a part of the key alone. Export whole keys.'
  if (noKey.has(text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) || !/[\p{L}\p{N}]/u.test(text))
    return 'It says that there is no key. Leave the cell empty.'
  return holdsSeveral(text) ? 'It holds several keys. Give each a row of its own.' : null
}

const spoilt = /^#(?:(?:VALUE|REF|NAME|NUM|NULL|SPILL|CALC|N\/A|DIV\/0)[!?]?|#+)$/i
const hidden = /\*{3}|[•…]|\.{3}|^x{4,}(?:\W|$)/i
const noKey = new Set('none null nil na nan nokey undefined unknown empty pending missing'.split(' '))

const leastPart = 8
/** A longer line is part of a single key that a program has wrapped. */
const longestPart = 60

/** A single key may contain commas or spaces, so several keys must all look alike. */
function holdsSeveral(text: string): boolean {
  if (/-{3} ?BEGIN/i.test(text)) return false
  const parts = text
    .split(/[\n\r;,|]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const words = text.split(/\s+/)
  return areKeys(parts) || (words.every((word) => /\w-\w+-\w/.test(word)) && areKeys(words))
}

function areKeys(parts: readonly string[]): boolean {
  const shapes = parts.map((part) => part.replace(/[\p{L}\p{N}]/gu, 'x'))
  const sizes = shapes.map((shape) => shape.split('x').length - 1)
  return (
    parts.length > 1 &&
    sizes.every((size) => size >= leastPart && size <= longestPart) &&
    (new Set(shapes).size === 1 ||
      parts.every((part) => /\d/.test(part) && /\p{L}/u.test(part) && !/\s/.test(part)))
  )
}
