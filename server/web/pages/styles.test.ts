import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyPath } from '#client/e2e/every-path.ts'
import { builtAssets, pageFilesOf, readManifest } from '../../build/built-assets.ts'
import { root } from '../../runtime/root.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const client = join(root, 'dist/client')
const manifest = readManifest(client)
const pages = Object.entries(pageFilesOf(manifest))
const { modules, styles } = builtAssets(manifest, [], () => '')
const common = [...modules, ...styles]
/** Home's drawings link theirs where they stand, and paper has its own. */
const linked = textOf(globSync('assets/{figures,media}-*.css', { cwd: client }).map(addressOf))
const styled = classesIn(textOf(globSync('assets/*.css', { cwd: client }).map(addressOf)))

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.ctx.close())

test.each(everyPath)('the styles of %s have every class that it shows', async (path) => {
  const { text } = await request(site.app).get(path)
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  const shown = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  expect(lacking(shown, css)).toEqual([])
})

test.each(pages)('the styles of the page %s have every class that its own script names', (page, files) => {
  const { file = '' } = manifest[`client/pages/${page}/page.tsx`] ?? {}
  const sheets = [...common, ...files].filter((each) => each.endsWith('.css'))
  expect(lacking(namedIn(textOf([addressOf(file)])), textOf(sheets))).toEqual([])
})

test('no sheet of a page has a rule that no page uses', () => {
  const all = [...common, ...pages.flatMap(([, files]) => files)]
  const words = new Set(textOf(globSync('assets/*.js', { cwd: client }).map(addressOf)).match(/[A-Z][\w-]*/g))
  const starts = [...words].filter((word) => word.endsWith('-'))
  const classes = classesIn(textOf(all.filter((file) => file.endsWith('.css'))))
  const unused = [...classes].filter(
    (name) => !words.has(name) && !starts.some((start) => name.startsWith(start)),
  )
  expect(unused).toEqual([])
})

/** Names that some sheet of the site styles, but not these rules. */
function lacking(names: Iterable<string>, css: string): string[] {
  // A list of many classes gives none of them its looks.
  const has = classesIn((css + linked).replaceAll(/:is\([^)]*\)/g, ''))
  return [...new Set(names)].filter((name) => styled.has(name) && !has.has(name))
}

function classesIn(css: string): Set<string> {
  return new Set(css.match(/(?<=\.)[A-Z][\w-]*/g))
}

/** Names of classes in a script: words with a hyphen, and all words of a `className`. */
function namedIn(script: string): Set<string> {
  const names = [...script.matchAll(/className:([^,{}]*(?:\$\{[^}]*\}[^,{}]*)*)/g)].map(([, name]) => name)
  return new Set([
    ...(script.match(/(?<=["'`\s])[A-Z][A-Za-z]*-[\w-]+/g) ?? []),
    ...(names.join(' ').match(/(?<=["'`\s])[A-Z][\w-]*/g) ?? []),
  ])
}

function textOf(addresses: string[]): string {
  return addresses.map((address) => readFileSync(join(client, address), 'utf8')).join('\n')
}

function addressOf(file: string): string {
  return `/${file}`
}
