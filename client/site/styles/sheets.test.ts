import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '../..')
/** A list with any class has no bullets, and a script finds pictures. */
const withoutRules = ['HelpLinks', 'Picture']

test.each(globSync('pages/*/page.tsx', { cwd: client }))('%s has the sheets of its parts', (page) => {
  const files = ['site/styles/index.css', 'site/styles/media.css', page].flatMap((file) =>
    withImports(join(client, file)),
  )
  const known = new Set([...withoutRules, ...files.flatMap(styledIn)])
  const bare = files.flatMap((file) =>
    namedIn(file)
      .filter((name) => !known.has(name))
      .map((name) => `${name} of ${relative(client, file)}`),
  )
  expect(bare).toEqual([])
})

test('no sheet sets the thickness of a line in its shorthand, which Safari 17 doesn’t know there', () => {
  const shorthands = globSync('**/*.css', { cwd: client }).flatMap((sheet) =>
    Array.from(
      readFileSync(join(client, sheet), 'utf8').matchAll(/text-decoration:[^;]+/g),
      ([rule]) => rule,
    ),
  )
  expect(shorthands.length).toBeGreaterThan(0)
  expect(shorthands.filter((rule) => /\d(?:px|r?em)/.test(rule))).toEqual([])
})

/** The file and what it imports, except types. */
function withImports(file: string, found: string[] = []): string[] {
  if (found.includes(file)) return found
  found.push(file)
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(
    /(?:^import (?!type )([^']*)|import\(|@import url\()['"](\.?[\w./-]+\.(?:tsx?|css))/gm,
  )
  for (const [, names = '', path = ''] of imports)
    if (!isOfTypes(names)) withImports(join(dirname(file), path), found)
  return found
}

function isOfTypes(names: string): boolean {
  const [, members] = /^\{(.*)\}/s.exec(names) ?? []
  return members?.split(',').every((member) => /^\s*(type .*)?$/.test(member)) ?? false
}

function styledIn(sheet: string): string[] {
  if (!sheet.endsWith('.css')) return []
  const rules = readFileSync(sheet, 'utf8').replace(/url\([^)]*\)/g, '')
  return Array.from(rules.matchAll(/\.([A-Za-z][\w-]*)/g), ([, name = '']) => name)
}

/** The classes that a component writes out. */
function namedIn(file: string): string[] {
  const names = readFileSync(file, 'utf8').matchAll(/className="([^"]+)"/g)
  return Array.from(names, ([, all = '']) => all.split(' ')).flat()
}
