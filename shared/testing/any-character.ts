import fc from 'fast-check'

/** Any character but half a pair. The library's own unit holds a map of all of them: 1.6 seconds and 120 MB. */
export const anyCharacter = fc
  .nat({ max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800), indexOf)

/** Without it the library would leave out the names that it adds, such as `__proto__`. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character || (code >= 0xd800 && code < 0xe000))
    throw new Error('not one character')
  return code < 0xd800 ? code : code - 0x800
}
