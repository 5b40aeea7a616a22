import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/any-character.ts'
import {
  createLicenceKey,
  findKeyFlaw,
  formatLicenceKey,
  hintOfLicenceKey,
  keyRandomness,
} from './licence-key.ts'
import { readLicenceKey } from './pasted-key.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const key = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: keyRandomness, maxLength: keyRandomness }),
  )
  .map(([prefix, random]) => createLicenceKey(prefix, random))
const index = fc.nat({ max: 27 })

describe('a licence key', () => {
  test('is the prefix and six groups of four', () => {
    const made = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
    expect(made).toMatch(/^PRMT(-[0-9A-HJKMNP-TV-Z]{4}){6}$/)
    expect(hintOfLicenceKey(made)).toBe(`…-${made.slice(-4)}`)
  })

  test('is read as it was issued', () => {
    fc.assert(
      fc.property(key, (made) => {
        expect(readLicenceKey(made)).toBe(made)
      }),
    )
  })

  test('takes every random bit that it claims', () => {
    const random = new Uint8Array(keyRandomness)
    const made = new Set([createLicenceKey('PRMT', random)])
    for (let bit = 0; bit < keyRandomness * 5; bit++) {
      const other = random.slice()
      other[Math.floor(bit / 5)] = 1 << (bit % 5)
      made.add(createLicenceKey('PRMT', other))
    }
    expect(made.size).toBe(1 + 110)
  })

  test('is forgiven lower case, odd spaces and dashes, O for 0, I and L for 1', () => {
    const noise = fc.array(fc.constantFrom('', ' ', '-', '–', '‑', '\u200b', '\t', '_'), {
      minLength: 28,
      maxLength: 28,
    })
    const sloppy = (character: string, choice: number) =>
      ({ 0: ['0', 'O', 'o'], 1: ['1', 'I', 'l'] })[character]?.[choice % 3] ??
      (choice % 2 ? character.toLowerCase() : character)
    fc.assert(
      fc.property(key, noise, fc.nat(), (made, between, choice) => {
        const written = compact(made)
          .map((character, at) => `${sloppy(character, choice + at)}${between[at]}`)
          .join('')
        expect(readLicenceKey(` ${written}`)).toBe(made)
      }),
    )
  })

  test.each([
    ['a line of a mail', (key: string) => `Licence key: ${key}`],
    ['a sentence', (key: string) => `Your key is ${key}, keep it.`],
    ['the last sentence but one', (key: string) => `Your key is ${key}.  Keep it safe`],
    ['a numbered list', (key: string) => `1. ${key}`],
    ['a table', (key: string) => `Serial No. ${key}`],
    ['quotes', (key: string) => `“${key}”`],
    ['bold text', (key: string) => `**${key}**`],
    ['an address', (key: string) => `<${key}>`],
    ['code', (key: string) => `\`${key}\``],
    ['a list', (key: string) => `• ${key}!`],
    ['a comma', (key: string) => `${key},`],
    ['two lines', (key: string) => `Key: ${key.slice(0, 15)}\n ${key.slice(15)}`],
    ['itself', (key: string) => `${key}\n${key}`],
    ['itself, at once', (key: string) => key + key],
    ['lower case', (key: string) => `key: ${key.toLowerCase()}`],
  ])('is found in %s', (_where, write) => {
    fc.assert(
      fc.property(key, (made) => void expect(readLicenceKey(write(made))).toBe(made)),
      { numRuns: 20 },
    )
  })

  test('isn’t guessed between two keys, nor in a longer chain', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other)
        expect(readLicenceKey(`${one} ${other}`)).toBeNull()
        expect(readLicenceKey(`ABCD-${one}`)).toBeNull()
        expect(readLicenceKey(`${one}-9`)).toBeNull()
      }),
      { numRuns: 20 },
    )
  })

  test('with any single other character is no key, or the same key', () => {
    fc.assert(
      fc.property(
        key,
        index,
        fc.string({ minLength: 0, maxLength: 1, unit: anyCharacter }),
        (made, at, other) => {
          expect([null, made]).toContain(readLicenceKey(replace(made, at, other)))
        },
      ),
    )
    const made = createLicenceKey(
      'PRMT',
      Uint8Array.from({ length: keyRandomness }, (_, at) => at * 7),
    )
    for (let at = 0; at < 28; at++) {
      for (const other of alphabet) {
        const isSame = compact(made)[at] === other
        expect(readLicenceKey(replace(made, at, other))).toBe(isSame ? made : null)
      }
    }
  })

  test('with any two characters swapped, or any two wrong, is no key', () => {
    fc.assert(
      fc.property(key, index, index, (made, first, second) => {
        const [a = '', b = ''] = [compact(made)[first], compact(made)[second]]
        const swapped = replace(replace(made, first, b), second, a)
        expect(readLicenceKey(swapped)).toBe(a === b ? made : null)
      }),
    )
    fc.assert(
      fc.property(key, index, index, fc.constantFrom(...alphabet), (made, first, second, other) => {
        const changed = replace(replace(made, first, other), second, other)
        expect(readLicenceKey(changed)).toBe(changed === compact(made).join('') ? made : null)
      }),
    )
  })

  test('is refused for a reason', () => {
    const made = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
    expect(findKeyFlaw(made)).toBeNull()
    expect(findKeyFlaw(made.slice(0, -1))).toBe('length')
    expect(findKeyFlaw(`${made}0`)).toBe('length')
    expect(findKeyFlaw(replace(made, 9, 'U'))).toBe('character')
    expect(findKeyFlaw(replace(made, 9, '7'))).toBe('check')
    expect(readLicenceKey('')).toBeNull()
  })

  test('may be any text at all without harm', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
        expect(readLicenceKey(formatLicenceKey(text))).toBe(readLicenceKey(text))
      }),
    )
  })

  test('is grouped as it is typed', () => {
    expect(formatLicenceKey('prmt7k')).toBe('PRMT-7K')
    expect(formatLicenceKey('prmt-')).toBe('PRMT')
    expect(formatLicenceKey('')).toBe('')
  })
})

function compact(made: string): string[] {
  return Array.from(made.replaceAll('-', ''))
}

function replace(made: string, at: number, other: string): string {
  return compact(made).with(at, other).join('')
}
