import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MediaQuery, type SelectorComponent, transform } from 'lightningcss'
import { builtAssets, fontSheet, readManifest } from './built-assets.ts'
import { type FirstStylesFile, firstStylesFile } from './first-styles.ts'

/** Writes, for each page, the rules whose names occur in its scripts. @param client the built half, `dist/client` */
export function makeFirstStyles(client: string): void {
  const manifest = readManifest(client)
  const pages = Object.keys(manifest)
    .filter((key) => /^client\/pages\/[^/]+\/page\.tsx$/.test(key))
    .map((key) => key.replace('client', '.'))
  if (pages.length === 0) throw new Error('The build has no page of client/pages')
  const stylesOf = (modules: string[]) => {
    const { styles, modules: scripts } = builtAssets(manifest, modules)
    return read([fontSheet(manifest)]) + firstStyles(read(styles), read(scripts))
  }
  const file: FirstStylesFile = { '': stylesOf([]) }
  for (const page of pages) file[page] = stylesOf([page])
  writeFileSync(join(client, firstStylesFile), JSON.stringify(file))

  function read(addresses: string[]): string {
    return addresses.map((address) => readFileSync(join(client, address), 'utf8')).join('\n')
  }
}

/** Keeps rather more than the page uses. */
export function firstStyles(css: string, script: string): string {
  const classes = /(?<=\.)[A-Z][\w-]*/g
  const variablesAndKeyframes = /--[\w-]+(?=:)|(?<=@keyframes )[\w-]+/g
  const words = wordsIn(script)
  const rules = reduce(css, unnamed(css, classes, words))
  const both = new Set([...words, ...wordsIn(rules.replace(variablesAndKeyframes, ''))])
  return reduce(rules, unnamed(rules, variablesAndKeyframes, both))

  function reduce(code: string, unusedSymbols: string[]): string {
    return transform({
      filename: 'first.css',
      code: Buffer.from(code),
      minify: true,
      // Otherwise an animation's timeline joins its shorthand, which no browser reads.
      targets: { safari: (17 << 16) | (5 << 8) },
      unusedSymbols,
      visitor: {
        Rule: {
          media: ({ value: { query } }) => drop(query.mediaQueries.every(isForLater)),
          page: () => [],
          'layer-block': ({ value: { name } }) => drop(name?.[0] === 'later'),
          // A font that is ruled twice is loaded twice, and the text changes in between.
          'font-face': () => [],
        },
        // Nothing changes before the first paint.
        Declaration: { transition: () => [] },
        Selector: (selector) => drop(selector.some((part) => isLater(part) || isUnnamed(part))),
      },
    }).code.toString()
  }

  function isUnnamed(part: SelectorComponent): boolean {
    return part.type === 'attribute' && !words.has(part.name)
  }
}

const drop = (isDropped: boolean) => (isDropped ? [] : undefined)

/** Rules for forced colours move nothing, and the browser has chosen the colours already. */
const isForLater = ({ mediaType, condition }: MediaQuery) =>
  mediaType === 'print' || (condition?.type === 'feature' && condition.value.name === 'forced-colors')

/** What a visitor causes. */
const isLater = (part: SelectorComponent): boolean =>
  /^pseudo-/.test(part.type) &&
  'kind' in part &&
  (part.kind === 'has'
    ? part.selectors.every((selector) => selector.some(isLater))
    : /^(hover|active|focus-visible|selection)$|^view-/.test(part.kind))

const wordsIn = (text: string) => new Set(text.match(/[\w-]+/g))

/** A word may be the start of a name: `Row--${kind}`. */
function unnamed(css: string, names: RegExp, words: ReadonlySet<string>): string[] {
  const starts = [...words].filter((word) => /^[A-Z].*-$/.test(word))
  return [...new Set(css.match(names))].filter(
    (name) => !words.has(name) && !starts.some((start) => name.startsWith(start)),
  )
}
