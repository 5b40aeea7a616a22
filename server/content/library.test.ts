import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openContentCache } from './content-cache.ts'
import { type Library, libraryContent, openLibrary } from './library.ts'

let dir: string
let library: Library | undefined

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'library-'))
  cpSync('content', dir, { recursive: true })
})
afterEach(() => {
  library?.close()
  library = undefined
  rmSync(dir, { recursive: true })
})

const options = () => ({ dir, drafts: false, now: () => new Date() })

test.each([
  ['site.yml', 'description: A\nproduct: { a: 1 }\n', /site\.yml:2: product: /],
  ['pricing.yml', 'currency: AUD\nproducts: [\n', /pricing\.yml:3: /],
  ['releases/2.3.0.yml', 'version: 2.3\n', /2\.3\.0\.yml:1: version: /],
  ['news/broken.md', '---\ntitle: A\ntags: [a\n---\nText\n', /broken\.md:\d+: /],
])('a broken %s names file and line', async (file, text, message) => {
  writeFileSync(join(dir, file), text)
  await expect(openLibrary(options())).rejects.toThrow(message)
})

test.each([
  ['movesPerSeat: 4', 'movesPerSeat: 0', /licensing\.movesPerSeat: a whole number from 1 to 1000/],
  ['movesAtLeast: 6', 'movesAtLeast: 1.5', /licensing\.movesAtLeast: a whole number from 1 to 1000/],
  ['movesDays: 30', "movesDays: '30'", /licensing\.movesDays: a whole number from 1 to 366/],
])('%s can’t be %s', async (good, bad, message) => {
  const file = join(dir, 'site.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(good, bad))
  await expect(openLibrary(options())).rejects.toThrow(message)
})

test('a time zone that there is not is found at the start and not with the first page', async () => {
  const file = join(dir, 'site.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Australia/Sydney', 'Australia/Sidney'))
  await expect(openLibrary(options())).rejects.toThrow(/site\.yml:\d+: company\.timeZone: a time zone reads/)
})

test('what is kept of typed files is what they say now, and no more', async () => {
  const cacheDir = join(dir, '.cache')
  const open = () => openLibrary({ ...options(), cache: openContentCache(cacheDir) })
  const file = join(dir, 'site.yml')
  const text = readFileSync(file, 'utf8')
  for (const product of ['One', 'One', 'Two']) {
    writeFileSync(file, text.replace(/^product: .*$/m, `product: ${product}`))
    library = await open()
    expect(library.typed.site.product).toBe(product)
    library.close()
  }
  const cache = new DatabaseSync(join(cacheDir, 'content.db'))
  const kept = cache.prepare("select count(*) as count from entry where kind = 'yaml'").get()
  cache.close()
  expect(kept?.count).toBe(2 + readdirSync(join(dir, 'releases')).length)

  writeFileSync(file, text.replace(/^product: .*$/m, 'product: { a: 1 }'))
  await expect(open()).rejects.toThrow(/site\.yml:\d+: product: /)
  await expect(open(), 'again').rejects.toThrow(/site\.yml:\d+: product: /)
  library = undefined
})

test('a missing file is named', async () => {
  rmSync(join(dir, 'pricing.yml'))
  await expect(openLibrary(options())).rejects.toThrow(/pricing\.yml:1: is missing/)
})

test('releases are sorted by version, newest first, not by name or date', async () => {
  library = await openLibrary(options())
  const versions = library.typed.releases.map(({ version }) => version)
  expect(versions[0]).toBe('2.3.0')
  expect(versions).toEqual(versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })))
})

test('the price list’s version changes with any of it, and only then', async () => {
  library = await openLibrary(options())
  const { version, products } = library.typed.pricing
  library.close()
  library = await openLibrary(options())
  expect(library.typed.pricing.version).toBe(version)
  library.close()

  const text = JSON.stringify({
    currency: 'AUD',
    taxIncluded: true,
    tax: { name: 'GST', divisor: 11 },
    products: products.map((product) => ({ ...product, unitAmount: product.unitAmount + 1 })),
  })
  writeFileSync(join(dir, 'pricing.yml'), text)
  library = await openLibrary(options())
  expect(library.typed.pricing.version).not.toBe(version)
})

test('while developing, a file that breaks is listed, the rest is served, and mending it is noticed', async () => {
  let changes = 0
  library = await openLibrary({ ...options(), onChange: () => changes++ })
  const file = join(dir, 'pricing.yml')
  const { products } = library.typed.pricing

  writeFileSync(file, 'currency: 5\n')
  await expect.poll(() => library?.errors.map(({ file }) => file)).toEqual([file])
  expect(library.typed.pricing.products).toEqual(products)

  cpSync('content/pricing.yml', file)
  await expect.poll(() => library?.errors).toEqual([])
  expect(changes).toBeGreaterThanOrEqual(2)
})

test('pages are told what the content says now, and asked for again only what has changed', async () => {
  let changes = 0
  library = await openLibrary({ ...options(), onChange: () => changes++ })
  const fetch = libraryContent(library)
  const query = { only: ['slug', 'mark'] }
  const before = await fetch('/pages/home', query)
  expect(before).toEqual({ slug: 'home' })
  expect(await fetch('/pages/home', { ...query })).toBe(before)

  appendFileSync(join(dir, 'pages/home.yml'), 'mark: new\n')
  await expect.poll(() => changes).toBeGreaterThan(0)
  expect(await fetch('/pages/home', query)).toEqual({ slug: 'home', mark: 'new' })
})
