import { describe, expect, test } from 'vitest'
import { buildIndex } from './build-index.ts'
import { readSearch } from './read-search.ts'
import { createSearchIndex } from './search-index.ts'

const documents = [
  { slug: 'dark-mode', title: 'Dark mode', tags: ['design'], text: 'Harbours look calmer at night.' },
  { slug: 'cafe', title: 'Café l’Été', text: 'We talk about the dark roast of the harbour.' },
  { slug: 'tokyo', title: '東京オフィス', text: 'A planner for boats.' },
  { slug: 'advisory', title: 'Security advisory', text: 'An API for planners (beta).' },
]
const index = createSearchIndex(await buildIndex(documents.map((fields) => ({ fields }))))

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
    ['not with three letters and one wrong', 'apo', []],
    ['not when one of them is missing', 'dark unicorn', []],
    ['not in punctuation', '???', []],
  ])('%s', (_name, search, slugs) => expect(find(search)).toEqual(slugs))
})

test('a search of one field takes any word', () => {
  expect(find({ query: 'title', value: 'dark advisory' }).sort()).toEqual(['advisory', 'dark-mode'])
})

test('a raw term is taken as it is', () => {
  expect(find({ query: { query: { type: 'term', field: 'text', value: 'planner' } } })).toEqual(['tokyo'])
})

test.each([
  5,
  true,
  { field: 'title' },
  { query: 'views', value: 'x' },
  { query: { query: { type: 'bool' } } },
])('refuses %j', (search) => expect(() => readSearch(search)).toThrow('search:'))

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
