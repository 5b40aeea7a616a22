import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { type Express } from 'express'
import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  isAcceptable,
  type RecordedAnswer,
  type RecordedCase,
} from '../testing/support/judge-answer.ts'
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

/** Searches whose first page is meant to differ from Nuxt Content's; README.md explains why. */
const ours: Record<string, string[]> = {
  // Words of fewer than four letters allow no edits.
  'search two letters': ['api-preview', 'draft-api-v2', 'hiring-support-lead', 'c-plus-plus-sdk'],
  'search with where and draft': ['api-preview', 'c-plus-plus-sdk'],
  // Words may match any field, tags among them.
  'search root only': ['index', 'contact', 'about'],
}

describe('the first page of a search, in its order', () => {
  test.each(cases.filter((recorded) => recorded.class === 'ranking'))('$name', async (recorded) => {
    const { body } = answers.get(recorded.name) as RecordedAnswer
    expect(firstPage((await play(recorded)).body)).toEqual(ours[recorded.name] ?? firstPage(body))
  })
})

function firstPage(documents: unknown): unknown[] {
  return (documents as { slug: string }[]).slice(0, 10).map(({ slug }) => slug)
}

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
