import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openContentCache } from './content-cache.ts'
import { type Library, openLibrary } from './library.ts'
import { readLibrary } from './read-library.ts'

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

test.each(['JPY', 'KWD', 'HUF', 'ISK', 'QQQ', 'aud'])('prices can’t be in %s', async (currency) => {
  const file = join(dir, 'pricing.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('currency: AUD', `currency: ${currency}`))
  await expect(openLibrary(options())).rejects.toThrow(
    /pricing\.yml:\d+: currency: .* a currency with two decimals/,
  )
})

test.each(['NZD', 'EUR', 'GBP', 'USD'])('prices can be in %s', async (currency) => {
  const file = join(dir, 'pricing.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('currency: AUD', `currency: ${currency}`))
  library = await openLibrary(options())
  expect(library.typed.pricing.currency).toBe(currency)
})

test('an unknown time zone is reported at the start, before the first page', async () => {
  const file = join(dir, 'site.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Australia/Sydney', 'Australia/Sidney'))
  await expect(openLibrary(options())).rejects.toThrow(/site\.yml:\d+: company\.timeZone: a time zone reads/)
})

test('a webhook’s public address without encryption is reported at the start', async () => {
  const file = join(dir, 'site.yml')
  const webhooks = (url: string) => `\nwebhooks: [{ url: '${url}', events: [order.paid] }]\n`
  const site = readFileSync(file, 'utf8')
  writeFileSync(file, site + webhooks('http://hook.example/'))
  await expect(openLibrary(options())).rejects.toThrow(/site\.yml:\d+: webhooks: a public address is https/)
  writeFileSync(file, site + webhooks('http://localhost:8080/'))
  const library = await openLibrary(options())
  expect(library.typed.site.webhooks).toHaveLength(1)
  library.close()
})

test('the cache keeps only the current values of typed files', async () => {
  const cacheDir = join(dir, '.cache')
  const open = () => openLibrary({ ...options(), cache: openContentCache(cacheDir, '1') })
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

test('a postcode that begins with 0 keeps it without quotes', async () => {
  change('site.yml', "postcode: '2000'", 'postcode: 0800')
  library = await openLibrary(options())
  expect(library.typed.site.company.address?.postcode).toBe('0800')
})

test('a file in another encoding than UTF-8 is named with its line', async () => {
  const file = join(dir, 'site.yml')
  const text = readFileSync(file, 'utf8').replace('city: Sydney', 'city: Zürich')
  writeFileSync(file, text, 'latin1')
  const warnings: string[] = []
  library = await openLibrary({ ...options(), onWarning: (warning) => warnings.push(warning) })
  expect(warnings).toEqual([expect.stringMatching(/site\.yml:37: a character .* save the file as UTF-8/)])
})

test.each(['pricing.yml', 'pages/home.yml', 'legal/terms.md'])('a missing %s is named', async (file) => {
  rmSync(join(dir, file))
  await expect(openLibrary(options())).rejects.toThrow(`${join(dir, file)}:1: is missing`)
})

describe('the start is refused, with file and line,', () => {
  test.each<[string, string, string | RegExp, string, RegExp]>([
    ['for a price in words', 'pricing.yml', '8900', '"ninety"', /pricing\.yml:30: products\.0\.unitAmount: /],
    ['for a release without a day', 'releases/2.3.0.yml', /date: .*/, 'date: soon', /2\.3\.0\.yml:2: date: /],
    [
      'for a misspelt member, naming the right one',
      'pages/pricing.yml',
      'questions:',
      'questons:',
      /pricing\.yml:17: questons: is not known here; did you mean “questions”\?/,
    ],
    [
      'for a section that is gone',
      'pages/home.yml',
      /windows:\n.*\n.*\n.*\n/,
      '',
      /home\.yml:1: windows: is missing/,
    ],
    [
      'for an unknown member of a typed file',
      'site.yml',
      'analyticsId:',
      'analyticsID:',
      /site\.yml:\d+: analyticsID: .*“analyticsId”/,
    ],
    ['for news of no day', 'news/version-2-3.md', /date: .*/, 'date: soon', /version-2-3\.md:4: date: /],
    ['for news without one', 'news/version-2-3.md', /date: .*\n/, '', /version-2-3\.md:1: date: /],
    ['for news with another', 'news/version-2-3.md', 'date:', 'datum:', /version-2-3\.md:4: datum: .*“date”/],
    [
      'for help without a task',
      'help/pay-by-card.md',
      /task: .*\n/,
      '',
      /pay-by-card\.md:1: task: is missing/,
    ],
    [
      'for a film without captions',
      'pages/home.yml',
      /^ {2}picture: null/m,
      '  picture: { video: /a.mp4, poster: /a.jpg, alt: A, width: 1, height: 1 }',
      /home\.yml:\d+: windows\.picture/,
    ],
    [
      'for a title that is a number',
      'legal/terms.md',
      /title: .*/,
      'title: 5',
      /:2: title: is text: put it in quotes/,
    ],
    [
      'for a title with a colon',
      'news/version-2-3.md',
      /title: .*/,
      'title: New: 2.3',
      /:2: text with a colon/,
    ],
    [
      'for an ABN without quotes',
      'site.yml',
      /abn: 00.*/,
      'abn: 51824753556',
      /: company\.abn: is text: put/,
    ],
    [
      'for text with a colon',
      'site.yml',
      'description: ',
      'description: New: ',
      /site\.yml:13: text with a colon/,
    ],
    ['for a member without a value', 'site.yml', /^product: .*/m, 'product:', /: product: is empty/],
    ['for one of no choice', 'releases/2.3.0.yml', 'windows', 'win', /: one of windows, macos, linux/],
    ['for text in place of a list', 'news/version-2-3.md', /tags: .*/, 'tags: a', /: tags: is a list, each/],
    ['for text in place of a yes', 'pricing.yml', 'featured: false', 'featured: no', /: is true or false/],
    ['for half an address', 'site.yml', 'https://downloads', 'downloads', /: an address reads https:/],
  ])('%s', async (_name, file, from, to, message) => {
    change(file, from, to)
    await expect(openLibrary(options())).rejects.toThrow(message)
  })

  test('for every text that promises a trial which isn’t offered', async () => {
    change('site.yml', /trial:\n.*\n/, 'trial: null\n')
    const { errors } = await readLibrary({ dir, cardPayments: false })
    const complaints = errors.map(({ message }) => message.slice(dir.length))
    const complaint = 'speaks of {{trialDays}}, and site.yml offers no trial'
    expect(complaints).toContain(`/help/try-it-first.md:3: ${complaint}`)
    expect(complaints).toContain(`/pages/downloads.yml:3: ${complaint}`)
    expect(complaints.filter((text) => text.endsWith(complaint))).toHaveLength(complaints.length)
  })

  test('for a page file that no page reads, naming the one that is meant', async () => {
    renameSync(join(dir, 'pages/home.yml'), join(dir, 'pages/hom.yml'))
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect(errors.map(({ message }) => message.slice(dir.length))).toEqual([
      '/pages/home.yml:1: is missing',
      '/pages/hom.yml:1: no page reads this file; did you mean /pages/home.yml?',
    ])
  })

  test('for a file of another kind than the pages read', async () => {
    writeFileSync(join(dir, 'news/data.json'), '[{"slug":"a"},{"slug":"b"}]')
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect(errors.map(({ message }) => message)).toContain(
      `${join(dir, 'news/data.json')}:1: the pages read .md files here`,
    )
  })

  test.each(['news/zwei wörter.md', 'help/a&b.md', 'news/2026/100%.md'])(
    'for %s, whose name no address has',
    async (file) => {
      mkdirSync(join(dir, 'news/2026'))
      renameSync(join(dir, 'news/version-2-3.md'), join(dir, file))
      const { errors } = await readLibrary({ dir, cardPayments: false })
      expect(errors.map(({ message }) => message.slice(dir.length + 1))).toEqual([
        `${file}:1: the file names the page’s address, so its name has only letters a to z, digits, hyphens, underscores and dots`,
      ])
    },
  )

  test.each([
    ['news/version-2-3.md', /^date: .*/m, 'date: 2026-09-31', '2026-09-31'],
    ['legal/terms.md', /^updated: .*/m, 'updated: 2026-13-45', '2026-13-45'],
  ])('for a day of %s that there isn’t', async (file, date, other, day) => {
    change(file, date, other)
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`${file}:\\d+: there is no ${day}$`)),
    ])
  })

  test('for an amount that looks like dollars', async () => {
    change('pricing.yml', 'unitAmount: 8900', 'unitAmount: 89.00')
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /pricing\.yml:\d+: products\.\d\.unitAmount: whole cents, so 89\.00 is written 8900$/,
      ),
    ])
  })

  test.each([
    ['2.00', 0],
    ['"two"', 1],
    ['true', 1],
    ['-1.0', 1],
  ])('for a rate of %s: %i', async (rate, count) => {
    change('site.yml', /^#estimates:\n.*\n.*/m, `estimates: { day: 2026-11-26, rates: { EUR: ${rate} } }`)
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect(errors.map(({ message }) => message)).toHaveLength(count)
  })

  test('for all of it at once', async () => {
    change('pricing.yml', '8900', '"ninety"')
    change('releases/2.3.0.yml', /date: .*/, 'date: soon')
    change('pages/pricing.yml', 'questions:', 'questons:')
    const error = await openLibrary(options()).catch((error: Error) => error)
    const { errors } = await readLibrary({ dir, cardPayments: false })
    expect((error as Error).message).toBe(errors.map(({ message }) => message).join('\n'))
    expect(errors.map(({ file }) => file.slice(dir.length + 1))).toEqual([
      'pricing.yml',
      'releases/2.3.0.yml',
      'pages/pricing.yml',
      'pages/pricing.yml',
    ])
  })
})

test('documents that no page reads may have any shape', async () => {
  mkdirSync(join(dir, 'guides'))
  writeFileSync(join(dir, 'guides/a.md'), '---\nanything: goes\n---\n')
  library = await openLibrary(options())
  expect(await library.store.query('/guides/a', { only: 'anything' })).toEqual({ anything: 'goes' })
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
  await expect.poll(() => library?.errors[0]?.message).toMatch(/pricing\.yml:1: \w+: /)
  expect(new Set(library.errors.map(({ file }) => file))).toEqual(new Set([file]))
  expect(library.typed.pricing.products).toEqual(products)

  cpSync('content/pricing.yml', file)
  await expect.poll(() => library?.errors).toEqual([])
  expect(changes).toBeGreaterThanOrEqual(2)
})

describe('a changed folder', () => {
  test('is shown only once it is applied', async () => {
    library = await openLibrary(options())
    const { revision } = library.store
    const file = join(dir, 'site.yml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^product: .*$/m, 'product: Other'))
    writeFileSync(
      join(dir, 'news/new.md'),
      '---\ntitle: New\ndescription: D\ndate: 2026-01-01\n---\n{{product}}\n',
    )
    const prepared = await library.prepare()
    expect(library.typed.site.product).not.toBe('Other')
    await expect(library.store.query('/news/new', {})).rejects.toThrow('not found')
    expect(library.store.revision).toBe(revision)

    prepared.apply()
    expect(library.typed.site.product).toBe('Other')
    expect(await library.store.query('/news/new', { only: 'text', text: true })).toEqual({ text: 'Other\n' })
    expect(library.store.revision).not.toBe(revision)
  })

  test('is shown whole or not at all', async () => {
    library = await openLibrary(options())
    const { revision } = library.store
    const { products } = library.typed.pricing
    writeFileSync(join(dir, 'news/new.md'), '---\ntitle: New\n---\n')
    writeFileSync(join(dir, 'pricing.yml'), 'currency: 5\n')
    const prepared = await library.prepare()
    expect(prepared.errors.length).toBeGreaterThan(1)
    expect(() => prepared.apply()).toThrow(/pricing\.yml:1: currency/)
    expect(library.typed.pricing.products).toBe(products)
    expect(library.store.revision).toBe(revision)
    await expect(library.store.query('/news/new', {})).rejects.toThrow('not found')
  })

  test('is refused where the security policy would have to change', async () => {
    library = await openLibrary(options())
    const file = join(dir, 'site.yml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^analyticsId: .*$/m, 'analyticsId: G-NEW'))
    const { errors } = await library.prepare()
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/analyticsId: .*restart/)])
  })
})

function change(file: string, from: string | RegExp, to: string): void {
  const path = join(dir, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}
