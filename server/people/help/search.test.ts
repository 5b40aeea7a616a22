import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HelpSearch } from '#shared/help/help-search.ts'
import { routes } from '#shared/routes/routes.ts'
import { type Library, openLibrary } from '../../content/library.ts'
import { createHelpSearch } from './search.ts'

let library: Library
let search: HelpSearch
beforeAll(async () => {
  library = await openLibrary({ dir: 'content', drafts: false, now: () => new Date('2026-11-26') })
  search = createHelpSearch(library.store)
})
afterAll(() => library.close())

/** What people asked, and the page that answers it. */
const questions = {
  'does it work with OBS': routes.helpArticle('obs-and-capture-cards'),
  refund: routes.helpArticle('refund-or-cancel'),
  'works offline?': routes.helpArticle('turn-it-on-without-internet'),
  'two computers': routes.helpArticle('move-to-another-computer'),
  Elgato: routes.helpArticle('elgato-and-other-rigs'),
  Zoom: routes.helpArticle('zoom-and-video-calls'),
  iPad: routes.helpArticle('chromebook-ipad-phone'),
  Chromebook: routes.helpArticle('chromebook-ipad-phone'),
  Word: routes.helpArticle('get-a-script-in'),
  'Windows 10': routes.downloads,
  'invoice for my company': routes.helpArticle('correct-an-invoice'),
  'mirror text backwards': routes.helpArticle('two-screens'),
  'how to uninstall': routes.helpArticle('install-and-remove'),
  'lost key': routes.helpArticle('lost-or-leaked-key'),
  'purchase order': routes.helpArticle('quotes-and-purchase-orders'),
  'delete my data': routes.helpArticle('what-we-hold'),
  VAT: routes.helpArticle('tax-and-other-countries'),
  'trial expired': routes.helpArticle('try-it-first'),
  'is it safe virus': routes.helpArticle('check-a-download'),
  'system requirements': routes.downloads,
  'student discount': routes.helpArticle('prices-for-students-and-charities'),
  password: routes.licences,
  'languages arabic': routes.helpArticle('right-to-left'),
  'not working': routes.helpArticle('it-does-not-start'),
  'change email address': routes.helpArticle('hand-a-licence-on'),
  'volume licence 30 seats': routes.helpArticle('many-machines'),
  'M1 mac': routes.helpArticle('install-and-remove'),
  church: routes.helpArticle('prices-for-students-and-charities'),
  'non-profit': routes.helpArticle('prices-for-students-and-charities'),
  'foot pedal': routes.helpArticle('pedals-and-remotes'),
  'second display': routes.helpArticle('two-screens'),
  'right to left': routes.helpArticle('right-to-left'),
  'How do I get my money back?': routes.helpArticle('refund-or-cancel'),
  'invoice company name': routes.helpArticle('correct-an-invoice'),
  'which version': routes.helpArticle('which-versions-a-licence-covers'),
  'linux wayland': routes.helpArticle('install-and-remove'),
  'phone remote': routes.helpArticle('run-it-from-a-phone'),
  gst: routes.helpArticle('tax-and-other-countries'),
  'Where can I find my licence key': routes.helpArticle('where-your-key-is'),
  'doesn’t start': routes.helpArticle('it-does-not-start'),
  faq: routes.help,
  buy: routes.shop,
  download: routes.downloads,
  'stutter 144': routes.article('version-2-2-1'),
}

test.each(Object.entries(questions))('“%s” is answered first by %s', async (typed, path) => {
  const { found, unknown, isNear } = await search(typed)
  expect(found[0]?.path).toBe(path)
  expect(found[0]?.excerpt).not.toBe('')
  expect({ unknown, isNear }).toEqual({ unknown: [], isNear: true })
})

test('the line that answers is shown, with the setting’s value in it', async () => {
  const { found } = await search('Windows 10')
  expect(found[0]?.excerpt).toContain('Windows 10 or 11, 64-bit')
  const [student] = (await search('charity price')).found
  expect(student?.excerpt).toMatch(/students, schools, churches/i)
})

test('words that no page has are named, and the rest is searched for', async () => {
  const { found, unknown, isNear } = await search('does the remote work with a zither')
  expect({ unknown, isNear }).toEqual({ unknown: ['zither'], isNear: false })
  expect(found.map(({ path }) => path)).toContain(routes.helpArticle('run-it-from-a-phone'))
  expect(await search('xylophone')).toEqual({ found: [], unknown: ['xylophone'], isNear: false })
})

test('a number that no page has is no word that is unknown', async () => {
  expect((await search('licences for 4711 machines')).unknown).toEqual([])
})

test('a letter may be wrong, where the word stands nowhere', async () => {
  expect((await search('chromebok')).found[0]?.path).toBe(routes.helpArticle('chromebook-ipad-phone'))
})

test('a message finds what it is about', async () => {
  const message = 'Hello, our studio machine has no internet and I do not know how to activate it there.'
  const paths = (await search(message)).found.slice(0, 3).map(({ path }) => path)
  expect(paths).toContain(routes.helpArticle('turn-it-on-without-internet'))
})

test.each(['', '  ', '???', 'the of and', 'a-'.repeat(400)])('“%s” does no harm', async (typed) => {
  expect((await search(typed)).found.length).toBeLessThanOrEqual(12)
})
