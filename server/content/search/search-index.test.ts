import { describe, expect, test } from 'vitest'
import { buildIndex } from './build-index.ts'
import { readSearch } from './read-search.ts'

const documents = [
  { slug: 'dark-mode', title: 'Dark mode', tags: ['design'], text: 'Harbours look calmer at night.' },
  { slug: 'cafe', title: 'Café l’Été', text: 'We talk about the dark roast of the harbour.' },
  { slug: 'tokyo', title: '東京オフィス', text: 'A planner for boats.' },
  { slug: 'advisory', title: 'Security advisory', text: 'An API for planners (beta).' },
  { slug: 'directives', title: 'Directives', text: '<p v-if="open"> in nuxt.config.js, what’s new' },
  { slug: 'models', title: 'Models', text: 'A v-model, if there is a config for nuxt in js' },
  { slug: 'loops', title: 'Loops', text: 'A v-for in nuxt.config.ts, what-if, and a light-theme' },
  { slug: 'folders', title: '폴더의 예시를', text: '앱에서 フォルダの中' },
]
const index = await buildIndex(documents.map((fields) => ({ fields })))

describe('words are found', () => {
  test.each([
    ['whatever their case', 'DARK MODE', ['dark-mode']],
    ['without their accents', 'cafe ete', ['cafe']],
    ['by their beginning', 'secur', ['advisory']],
    ['with one letter wrong', 'advisoty', ['advisory']],
    ['with two letters swapped', 'plannre', ['tokyo', 'advisory']],
    ['behind punctuation', 'beta', ['advisory']],
    ['in several fields together', 'mode harbours', ['dark-mode']],
    ['in tags', 'design', ['dark-mode']],
    ['in scripts without spaces', '東京', ['tokyo']],
    ['in the title first', 'dark', ['dark-mode', 'cafe']],
    ['joined as they are', 'v-if', ['directives']],
    ['joined by their beginning', 'nuxt.config.j', ['directives']],
    ['joined from their middle on', 'config.js', ['directives']],
    ['joined with whatever apostrophe', "what's", ['directives']],
    ['joined with a letter wrong where all are long', 'light-themr', ['loops']],
    ['with another particle in Korean', '예시는', ['folders']],
    ['with a particle behind one syllable of Korean', '앱을', ['folders']],
    ['with another particle in Japanese', 'フォルダを', ['folders']],
    ['not with three letters and one wrong', 'apo', []],
    ['not when one of them is missing', 'dark unicorn', []],
    ['not in punctuation', '???', []],
  ])('%s', (_name, search, slugs) => expect(find(search)).toEqual(slugs))
})

describe('a hit is worth', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, index) => `${'abcdefgh'[index]}filler`)
  /** Pads texts to eight words that match nothing else. */
  const order = async (search: string, texts: Record<string, string[]>) => {
    const documents = Object.entries(texts).map(([slug, words]) => {
      return { fields: { slug: `${slug}x`, text: [...words, ...filler(8 - words.length)].join(' ') } }
    })
    const scores = readSearch({ query: 'text', value: search })?.(await buildIndex(documents))
    return Object.keys(texts).toSorted((a, b) => scoreOf(b) - scoreOf(a))

    function scoreOf(slug: string): number {
      return scores?.[Object.keys(texts).indexOf(slug)] ?? 0
    }
  }

  test('as a whole word more than twice as the beginning of one, and less than three times', async () => {
    const three = Array(3).fill('planners')
    expect(await order('planner', { twice: three.slice(1), whole: ['planner'] })).toEqual(['whole', 'twice'])
    expect(await order('planner', { whole: ['planner'], thrice: three })).toEqual(['thrice', 'whole'])
  })

  test('as the beginning of a word more than four times with one edit, and less than six times', async () => {
    const six = Array(6).fill('plannor')
    expect(await order('planner', { four: six.slice(2), beginning: ['planners'] })).toEqual([
      'beginning',
      'four',
    ])
    expect(await order('planner', { beginning: ['planners'], six })).toEqual(['six', 'beginning'])
  })

  test('in a short text more than in a long one', async () => {
    const long = Array.from({ length: 40 }, (_, index) => `word${index}`)
    expect(await order('planner', { long: ['planner', ...long], short: ['planner'] })).toEqual([
      'short',
      'long',
    ])
  })
})

test('a search of one field takes any word', () => {
  expect(find({ query: 'title', value: 'dark advisory' }).sort()).toEqual(['advisory', 'dark-mode'])
})

test('a raw term is taken as it is', () => {
  expect(find({ query: { query: { type: 'term', field: 'text', value: 'planner' } } })).toEqual(['tokyo'])
})

test.each([5, true, { field: 'title' }, { query: 'views', value: 'x' }])('refuses %j', (search) =>
  expect(() => readSearch(search)).toThrow('search:'),
)

test('says which raw queries there are', () => {
  const search = { query: { query: { type: 'bool', must: [] } } }
  expect(() => readSearch(search)).toThrow('only term, prefix, match, fuzzy are supported')
})

test.each([undefined, null, '', '  ', {}, { query: '' }, { value: 'x' }])('%j asks for nothing', (search) =>
  expect(readSearch(search)).toBeUndefined(),
)

function find(search: unknown): unknown[] {
  const scores = readSearch(search)?.(index) ?? new Float64Array()
  return [...scores.keys()]
    .filter((place) => (scores[place] as number) > 0)
    .sort((a, b) => (scores[b] as number) - (scores[a] as number))
    .map((place) => documents[place]?.slug)
}
