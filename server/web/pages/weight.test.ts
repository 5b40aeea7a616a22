import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Font, openSync } from 'fontkit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyPath } from '#client/e2e/every-path.ts'
import { routes } from '#shared/routes/routes.ts'
import { root } from '../../runtime/root.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const assets = join(root, 'dist/client/assets')

let site: TestApp
const pages = new Map<string, string>()
let home: string
beforeAll(async () => {
  site = await createTestApp()
  for (const path of everyPath) pages.set(path, (await request(site.app).get(path)).text)
  home = pageAt(routes.home)
})
afterAll(() => site.ctx.close())

/**
 * Bytes after brotli, some 25 of each file for the line that has V8 compile it at once. The pages with the rules of larger
 * forms load zod.
 */
const scriptBudgets: Record<string, number> = {
  [routes.home]: 104_150,
  // Includes the EU buyer's agreement, and the check for mistyped mail providers.
  [routes.cart]: 143_950,
  [routes.licences]: 145_100,
  [routes.licencesChange]: 140_650,
  // Includes cancelling the order of a quote, and the way back to it.
  [routes.completed]: 145_950,
  // Includes the buyer's form, and the request for a quote.
  [routes.renew]: 151_450,
}
/** The field for a key fetches what finds one in a pasted text. Pages that were opened are kept for a time offline. */
const otherBudget = 114_750

test.each(everyPath)('%s asks for all its JavaScript at once, and for no more than its budget', (path) => {
  const text = pageAt(path)
  const [entry = ''] = addresses(text, /<script type="module"[^>]* src="([^"]+)"/g)
  const [application = ''] = addresses(text, /data-application="([^"]+)"/g)
  const asked = [entry, ...application.split(' ')]
  const needed = withStaticImports(asked)
  expect(needed.toSorted()).toEqual(asked.toSorted())
  expect(sum(needed.map(scriptSize))).toBeLessThanOrEqual(scriptBudgets[path] ?? otherBudget)
  expect(scriptSize(entry)).toBeLessThan(1_000)
})

/** TCP's first window has ten segments of 1,460 bytes, and some 1,500 are headers. */
const htmlBudget = 13_100
/** The policy names all that is stored, which takes a second window. */
const longerHtml: Record<string, number> = { [routes.privacy]: 14_600 }

test.each(everyPath)('the HTML of %s comes in the first round trip', (path) => {
  expect(brotliCompressSync(pageAt(path)).length).toBeLessThanOrEqual(longerHtml[path] ?? htmlBudget)
})

test('the font of the text weighs at most 13 KB, and all fonts that our words need 39 KB', () => {
  const subsets = readdirSync(assets).filter((file) => /-subset-.*\.woff2$/.test(file))
  const weights = subsets.map((file) => readFileSync(join(assets, file)).length)
  expect(subsets).toHaveLength(3)
  expect(Math.max(...weights)).toBeLessThanOrEqual(15_500)
  expect(sum(weights)).toBeLessThanOrEqual(39_000)
  const [text] = addresses(home, /<link rel="preload" href="([^"]+)" as="font"/g)
  expect(readFileSync(fileOf(text)).length).toBeLessThanOrEqual(13_250)
})

const [subset, whole] = ['-subset-', '-normal-(?!subset)'].map((kind) => {
  const file = readdirSync(assets).find((name) =>
    new RegExp(`next-latin-wght.*${kind}.*\\.woff2$`).test(name),
  )
  return new Set((openSync(join(assets, String(file))) as Font).characterSet)
})

test.each(everyPath)('the HTML of %s can be read without scripts and styles', (path) => {
  const html = pageAt(path)
  expect(html).toMatch(/<h1\b/)
  const [footer] = /<footer.*<\/footer>/s.exec(html) ?? []
  expect(footer).toContain('ABN')
  expect(footer).toContain(`href="${routes.downloads}"`)

  // Words have space or punctuation between them.
  expect(html.match(/<\/a><(a|nav|span|button)\b[^>]*>(?![,:] ).{0,80}/g)).toBeNull()
  expect(html.match(/.{20}[^\s>](<\/span>)?<(small|span class="meta").{20}/g)).toBeNull()
  expect(html.match(/[^\s>]<\/(b|em|i|span|strong)><(b|em|i|small|span|strong)\b[^>]*>[^\s<]/g)).toBeNull()
  // An SVG without a size fills the window.
  expect(html.match(/<svg (class="Icon" )?viewBox="0 0 (24 24|32 32)"/g)).toBeNull()
})

test.each(everyPath)('%s has no character that would load the whole font', (path) => {
  const shown = pageAt(path).replace(/<(script|style)\b.*?<\/\1>/gs, '')
  const rare = [...shown].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0x20 && whole?.has(code) && !subset?.has(code)
  })
  expect(rare).toEqual([])
  expect(whole?.size).toBeGreaterThan(200)
})

test('the hero is at most 17 KB of AVIF at 1600 pixels, and offered in several widths', () => {
  const [sources = ''] = addresses(home, /<source type="image\/avif" srcSet="([^"]+)"/gi)
  const widths = Object.fromEntries(sources.split(', ').map((source) => source.split(' ').reverse()))
  expect(Object.keys(widths)).toEqual(['960w', '1600w', '2400w'])
  expect(readFileSync(fileOf(widths['1600w'])).length).toBeLessThanOrEqual(17_000)
})

test.each(everyPath)('%s has all its styles within it, at most 8 KB of them', (path) => {
  const [css = ''] = addresses(pageAt(path), /<style>(.*?)<\/style>/gs)
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(8_000)
})

function addresses(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, address = '']) => address)
}

/** Adds everything that the files import statically. */
function withStaticImports(files: string[]): string[] {
  const found = new Set<string>()
  const collect = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const source = readFileSync(fileOf(file), 'utf8')
    for (const [, name] of source.matchAll(/\b(?:from|import)\s*[`"']\.\/([^`"']+)[`"']/g))
      collect(`/assets/${name}`)
  }
  files.forEach(collect)
  return [...found]
}

const scriptSizes = new Map<string, number>()

/** Without the 128 hashes of file names, some 500 bytes: any change of a file would change a sum by a hundred. */
function scriptSize(address: string): number {
  const text = readFileSync(fileOf(address), 'utf8').replace(/-[0-9a-f]{8}\b/g, '')
  const size = scriptSizes.get(address) ?? brotliCompressSync(text).length
  scriptSizes.set(address, size)
  return size
}

function pageAt(path: string): string {
  return pages.get(path) ?? ''
}

function fileOf(address: string | undefined): string {
  return join(root, 'dist/client', String(address))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
