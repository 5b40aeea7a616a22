import { expect, test } from 'vitest'
import { expressionsIn } from './find-expressions.ts'
import { compareWithList, judge } from './judge-expressions.ts'

const amounts = String.raw`
const literal = /^\s*\$?\s*(\d+)$/
const made = new RegExp('^(a+)+$', 'i')
const safe = text.split(/\r?\n/g)
`

test('expressions that long texts make slow are found, and named with line and attack', async () => {
  const found = expressionsIn('amounts.ts', amounts)
  expect(found.map(({ text, place }) => [text, place])).toEqual([
    [String.raw`/^\s*\$?\s*(\d+)$/`, 'amounts.ts:2'],
    ['/^(a+)+$/i', 'amounts.ts:3'],
    [String.raw`/\r?\n/g`, 'amounts.ts:4'],
  ])
  expect(await Promise.all(found.map(judge))).toEqual([
    expect.stringMatching(/2nd degree polynomial.*'\\t'\.repeat\(\d+\)/),
    expect.stringMatching(/exponential.*'a'\.repeat/i),
    null,
  ])
})

test('the list names every expression of the sources and no other, and says why it excuses one', () => {
  const { listed, unjudged, gone } = compareWithList()
  expect([unjudged, gone]).toEqual([[], []])
  expect(listed.length).toBeGreaterThan(200)
  for (const line of listed) expect(line).toMatch(/^\/[^\t]+\/[a-z]*(?:\tbounded: .+)?$/)
})
