import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import type { Font } from 'fontkit'

const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff',
  arabicBold: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff',
  /** Contains a coarse glyph for nearly every character. */
  universal: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
}

export type Fonts = Record<keyof typeof files, () => Font>

let fonts: Promise<Fonts> | undefined

/** A parsed font never changes, because each document subsets it separately. */
export function loadFonts(): Promise<Fonts> {
  fonts ??= readFonts()
  return fonts
}

async function readFonts(): Promise<Fonts> {
  const { create } = await import('fontkit')
  const unpack = (file: string) => create(unpackWoff(readPackaged(file))) as Font
  const fonts: Fonts = {
    regular: once(() => nameGlyphs(create(readPackaged(files.regular)) as Font)),
    bold: once(() => nameGlyphs(create(readPackaged(files.bold)) as Font)),
    arabic: once(() => unpack(files.arabic)),
    arabicBold: once(() => unpack(files.arabicBold)),
    universal: once(() => unpack(files.universal)),
  }
  fonts.regular()
  fonts.bold()
  return fonts
}

/**
 * Creates each glyph by its own character, which it keeps. Created first as a part of É, an E would have
 * none, so searches would miss it.
 */
function nameGlyphs(font: Font): Font {
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  return font
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

export function covers(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}

function readPackaged(specifier: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(specifier))
}

const headerLength = 44
const entryLength = 20

/**
 * Unpacks WOFF 1.0 (https://www.w3.org/TR/WOFF/) to sfnt. fontkit inflates a whole table for each glyph: 6 s
 * for the universal font, instead of 0.1 s. No package ships that font as TTF.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, index) => headerLength + index * entryLength)
  const tables = entries.map((at) => {
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field))
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  let end = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + index * 16
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    end += data.length + padding(data)
  }
  return Buffer.concat([head, ...tables.flatMap(({ data }) => [data, Buffer.alloc(padding(data))])])
}

function padding({ length }: Buffer): number {
  return -length & 3
}
