import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff',
  arabicBold: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff',
  /** Has a coarse glyph for nearly every character. */
  universal: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
}

export type Fonts = Record<keyof typeof files, () => Font>

let fonts: Promise<Fonts> | undefined

/** A parsed font never changes: each document takes its own subset. */
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
 * A glyph keeps the character that it was made for first. As a part of another, such as the E of É, it would have none, and
 * nobody could search for it.
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
