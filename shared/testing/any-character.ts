import fc from 'fast-check'

/** Any character except lone surrogates. The library's own arbitrary builds a map of all: 1.6 seconds and 120 MB. */
export const anyCharacter = fc
  .nat({ max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800), indexOf)

/** Without this, the library would omit names that it adds itself, such as `__proto__`. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character || (code >= 0xd800 && code < 0xe000))
    throw new Error('not one character')
  return code < 0xd800 ? code : code - 0x800
}
