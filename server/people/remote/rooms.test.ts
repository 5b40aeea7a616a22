import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remoteRoutes } from '#shared/routes/remote-routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { roomMs } from './api.ts'

let site: TestApp
let server: Server
let origin: string
let now = new Date('2026-11-26T10:00:00Z')

beforeAll(async () => {
  site = await createTestApp({ RATE_LIMIT_FACTOR: '0' }, { clock: () => now })
  server = createServer(site.app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await site.ctx.close()
})

test('what one device sends reaches the other, in order, and nobody else', async () => {
  const [room, another] = [await open(), await open()]
  const glass = await listen(room, 'glass')
  const phone = await listen(room, 'phone')
  const stranger = await listen(another, 'phone')
  for (const text of ['one', 'two']) expect(await send(room, 'phone', text)).toBe(204)
  expect(await send(room, 'glass', 'three')).toBe(204)
  expect(await glass.next()).toBe('data: one')
  expect(await glass.next()).toBe('data: two')
  expect(await phone.next()).toBe('data: three')
  await send(another, 'glass', 'four')
  expect(await stranger.next()).toBe('data: four')
  for (const each of [glass, phone, stranger]) each.close()
})

test('a seat has one device: a later one takes it, and the earlier one is told', async () => {
  const room = await open()
  const first = await listen(room, 'phone')
  const second = await listen(room, 'phone')
  expect(await first.next()).toBe('event: taken\ndata:')
  expect(await first.next()).toBeNull()
  await send(room, 'glass', 'here')
  expect(await second.next()).toBe('data: here')
  second.close()
})

test('a room ends after an hour, and no other name is one', async () => {
  const room = await open()
  const forged = `${room.startsWith('A') ? 'B' : 'A'}${room.slice(1)}`
  for (const name of [forged, 'x', room.slice(0, -1), '0'.repeat(43)])
    expect(await send(name, 'phone', 'a')).toBe(404)
  expect(await send(room, 'phone', 'a')).toBe(204)
  const opened = now
  now = new Date(opened.getTime() + roomMs)
  expect(await send(room, 'phone', 'a')).toBe(404)
  expect((await fetch(address(room, 'glass'))).status).toBe(404)
  now = opened
})

test('only sealed text of some length is passed on', async () => {
  const room = await open()
  for (const text of ['', 'two\nlines', 'a: b', 'x'.repeat(7001)])
    expect(await send(room, 'phone', text)).toBe(422)
  expect(await send(room, 'nobody', 'a')).toBe(422)
})

test('a shutdown ends the streams, so that devices connect to the next process', async () => {
  const glass = await listen(await open(), 'glass')
  site.ctx.readiness.beginShutdown()
  expect(await glass.next()).toBeNull()
})

test('PHONE_REMOTE=0 takes it all away', async () => {
  const without = await createTestApp({ PHONE_REMOTE: '0' })
  const { default: request } = await import('supertest')
  expect((await request(without.app).post(remoteRoutes.rooms)).status).toBe(404)
  await without.ctx.close()
})

async function open(): Promise<string> {
  const answer = await fetch(origin + remoteRoutes.rooms, { method: 'POST' })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { room: string }).room
}

async function send(room: string, seat: string, text: string): Promise<number> {
  const answer = await fetch(origin + remoteRoutes.room(room), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seat, text }),
  })
  return answer.status
}

function address(room: string, seat: string): string {
  return `${origin}${remoteRoutes.room(room)}?seat=${seat}`
}

/** Resolves once the device has its seat. */
async function listen(room: string, seat: string) {
  const abort = new AbortController()
  const answer = await fetch(address(room, seat), {
    signal: abort.signal,
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const events = eventsOf(answer.body as ReadableStream<Uint8Array<ArrayBuffer>>)
  expect((await events.next()).value).toBe('retry: 1000')
  return {
    /** Null once the stream has ended. */
    next: async () => (await events.next()).value ?? null,
    close: () => abort.abort(),
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield text.slice(0, end)
      text = text.slice(end + 2)
    }
  }
  return undefined
}
