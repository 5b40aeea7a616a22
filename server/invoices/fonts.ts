import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  /** A glyph for nearly every character there is, drawn coarsely. */
  universal: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
}

export type Fonts = Record<keyof typeof files, () => Font>

let fonts: Promise<Fonts> | undefined

/** Parsed once and kept: a parsed font doesn't change, each document takes its own subset of it. */
export function loadFonts(): Promise<Fonts> {
  fonts ??= readFonts()
  return fonts
}

async function readFonts(): Promise<Fonts> {
  const { create } = await import('fontkit')
  const fonts: Fonts = {
    regular: once(() => create(readPackaged(files.regular)) as Font),
    bold: once(() => create(readPackaged(files.bold)) as Font),
    universal: once(() => create(unpackWoff(readPackaged(files.universal))) as Font),
  }
  fonts.regular()
  fonts.bold()
  return fonts
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Latin, Greek, Cyrillic and Devanagari in the document's own face; a text with any other script wholly in the universal
 * one, so that nobody's name is lost.
 */
export function covers(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}

function readPackaged(specifier: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(specifier))
}
