import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { create, type Font } from 'fontkit'
import type { AtRule, Plugin } from 'postcss'
import subsetFont from 'subset-font'

const textFiles = ['client/**/*.{ts,tsx,css}', 'shared/**/*.ts', 'content/**/*.{md,yml}']
const exclude = ['**/*.test.{ts,tsx}', 'client/e2e/**', 'client/measure/**', 'client/desk/**']
const subsets = 'node_modules/.vite/fonts'

/**
 * Adds to each `@font-face` one with our pages' characters and the rule's weights. A browser tries the last
 * rule first (CSS Fonts 4, 4.5), so only other characters load the whole font.
 */
export function subsetFonts(): Plugin {
  const texts = charactersOfTexts()
  return {
    postcssPlugin: 'subset-fonts',
    async Once(root) {
      const rules: AtRule[] = []
      root.walkAtRules('font-face', (rule) => void rules.push(rule))
      for (const rule of rules) await addSubset(rule, texts)
    },
  }
}

async function addSubset(rule: AtRule, texts: ReadonlySet<number>): Promise<void> {
  const descriptors = new Map<string, string>()
  rule.walkDecls(({ prop, value }) => void descriptors.set(prop, value))
  const [, url] = /^url\("(.+\.woff2)"\)/.exec(descriptors.get('src') ?? '') ?? []
  const sheet = rule.source?.input.file
  if (!url || !sheet) return
  const bytes = readFileSync(join(dirname(sheet), url))
  const font = create(bytes) as Font
  // Fonts of rare letters are small already.
  if (!font.hasGlyphForCodePoint(0x61)) return
  const [min, max] = (descriptors.get('font-weight') ?? '').split(' ').map(Number)
  if (!min || !max) throw new Error(`${sheet}: the font ${url} needs a range of weights`)
  const whole = font.characterSet.filter((code) => code >= 0x20).sort((a, b) => a - b)
  const used = whole.filter((code) => texts.has(code))
  const subset = await subsetFont(bytes, String.fromCodePoint(...used), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min, max } },
  })
  mkdirSync(subsets, { recursive: true })
  const file = join(subsets, basename(url).replace('.woff2', '-subset.woff2'))
  // Replaced atomically, because another build may be reading it.
  writeFileSync(`${file}.${process.pid}`, subset)
  renameSync(`${file}.${process.pid}`, file)
  limit(rule.cloneAfter(), relative(dirname(sheet), file), used)
  // Otherwise a character that no font has would load it.
  limit(rule, url, whole)
}

function limit(rule: AtRule, url: string, characters: number[]): void {
  rule.walkDecls('src', (src) => {
    src.value = `url("${url}") format("woff2")`
    // A copy, because Vite needs each declaration's source sheet.
    src.cloneAfter({ prop: 'unicode-range', value: ranges(characters) })
  })
}

/** Characters in our sources, all of ASCII, and the no-break space. */
function charactersOfTexts(): ReadonlySet<number> {
  const found = new Set(Array.from({ length: 0x5f }, (_, index) => index + 0x20)).add(0xa0)
  for (const file of globSync(textFiles, { exclude }))
    for (const character of readFileSync(file, 'utf8')) found.add(character.codePointAt(0) ?? 0)
  return found
}

/** @param codes ascending */
export function ranges(codes: number[]): string {
  const found: { first: number; last: number }[] = []
  for (const code of codes) {
    const range = found.at(-1)
    if (range?.last === code - 1) range.last = code
    else found.push({ first: code, last: code })
  }
  return found
    .map(({ first, last }) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`)
    .join(', ')
}
