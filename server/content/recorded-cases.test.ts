import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { type Express } from 'express'
import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, isAcceptable, type RecordedAnswer, type RecordedCase } from '../testing/judge-answer.ts'
import { createRouter } from './router.ts'
import { openContentStore } from './store.ts'

const cases = readLines<RecordedCase>('cases-sample.jsonl')
const answers = new Map(
  readLines<RecordedAnswer>('expected-sample.jsonl').map((answer) => [answer.name, answer]),
)
let app: Express

beforeAll(async () => {
  const dir = fileURLToPath(new URL('fixtures/corpus', import.meta.url))
  const content = await openContentStore({ dir, drafts: true, now: () => new Date() })
  app = express().use('/_content', createRouter({ content }))
})

describe.each(['core', 'quirk', 'error'] as const)('recorded answers of class %s', (kind) => {
  test.each(cases.filter((recorded) => recorded.class === kind))('$name', async (recorded) => {
    const expected = answers.get(recorded.name) as RecordedAnswer
    const answer = await play(recorded)
    expect(isAcceptable(recorded, expected, answer), JSON.stringify(answer).slice(0, 500)).toBe(true)
  })
})

test('searches find what was recorded first', async () => {
  const searches = cases.filter((recorded) => recorded.class === 'ranking')
  const firsts = await Promise.all(
    searches.map(async (recorded) => {
      const wanted = (answers.get(recorded.name) as RecordedAnswer).body as unknown[]
      const { body } = await play(recorded)
      return wanted.length === 0 || JSON.stringify((body as unknown[])[0]) === JSON.stringify(wanted[0])
    }),
  )
  expect(firsts.filter(Boolean).length / searches.length).toBeGreaterThan(0.9)
})

async function play({ method, path, query, body, raw }: RecordedCase): Promise<Answer> {
  const address = `/_content${path}${query ? `?${query}` : ''}`
  const verb = method.toLowerCase() as Lowercase<RecordedCase['method']>
  const pending = request(app)
    [verb](address)
    .ok(() => true)
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await (sent === undefined ? pending : pending.type('json').send(sent))
  return { status: response.status, body: response.body }
}

function readLines<Line>(name: string): Line[] {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}
