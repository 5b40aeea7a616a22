import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Express } from 'express'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRouter } from './router.ts'
import { openContentStore } from './store.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-'))
const items = Array.from({ length: 1_500 }, (_, index) => ({
  slug: `item-${index}`,
  note: 'x'.repeat(2_000),
}))
let app: Express

beforeAll(async () => {
  writeFileSync(join(dir, 'list.json'), JSON.stringify(items))
  for (let index = 0; index < 70; index++) {
    writeFileSync(join(dir, `long-${index}.json`), JSON.stringify({ body: 'y'.repeat(1_000_000) }))
  }
  const content = await openContentStore({ dir, drafts: true, now: () => new Date() })
  app = express().use('/_content', createRouter({ content }))
})
afterAll(() => rmSync(dir, { recursive: true }))

test('a list is whole however many documents it has', async () => {
  const { body, headers } = await list({ only: ['slug'] })
  expect(body).toHaveLength(1_500)
  expect(headers['x-total-count']).toBe('1500')
  expect((await list({ only: ['slug'], limit: 1_400 })).body).toHaveLength(1_400)
})

test('a long answer is the same in every coding, with the tags of a short one', async () => {
  const ask = (coding: string) => request(app).get('/_content/list').set('Accept-Encoding', coding)
  const plain = await ask('identity')
  expect(Number(plain.headers['content-length'])).toBeGreaterThan(3_000_000)
  expect(plain.body.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(
    items.map(({ slug }) => slug).toSorted(),
  )
  for (const coding of ['br', 'gzip']) {
    const coded = await ask(coding)
    expect(coded.headers['content-encoding']).toBe(coding)
    expect(coded.body).toEqual(plain.body)
    const again = await ask(coding).set('If-None-Match', String(coded.headers.etag))
    expect(again.status).toBe(304)
    expect(coded.headers.etag).not.toBe(plain.headers.etag)
  }
})

test('HEAD tells the length of a long answer', async () => {
  const { headers, text } = await request(app).head('/_content/list').set('Accept-Encoding', 'identity')
  expect([Number(headers['content-length']) > 3_000_000, text]).toEqual([true, undefined])
})

test('an answer beyond 64 MB is refused with the way out', async () => {
  const { status, body } = await request(app).post('/_content/').send({})
  expect(status).toBe(400)
  expect(body.message).toMatch(/longer than 64 MB; .* only or without, .* limit/)
  expect((await request(app).post('/_content/').send({ without: 'body' })).body).toHaveLength(70)
})

test('a client that leaves in the middle of a long answer harms nobody', async () => {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/_content/list`
  const leaving = get(address)
  const [response] = (await once(leaving, 'response')) as [IncomingMessage]
  await once(response, 'data')
  response.destroy()
  await once(response, 'close')
  expect(await (await fetch(address)).json()).toHaveLength(1_500)
  server.close()
})

function list(query: object) {
  return request(app).post('/_content/list').send(query)
}
