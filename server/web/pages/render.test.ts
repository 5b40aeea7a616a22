import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { PageBody, writeBody } from './render.ts'

test('every reader gets the whole page, whenever it joined', async () => {
  const body = new PageBody()
  const [early, late, last] = [new PassThrough(), new PassThrough(), new PassThrough()]
  body.sendTo(early)
  body.write('one ')
  body.sendTo(late)
  body.write('two')
  body.end()
  body.sendTo(last)
  expect(await Promise.all([early, late, last].map((reader) => text(reader)))).toEqual([
    'one two',
    'one two',
    'one two',
  ])
  expect(String(await body.whole)).toBe('one two')
})

test('a compressing reader is flushed', () => {
  const body = new PageBody()
  const reader = Object.assign(new PassThrough(), { flushed: 0, flush: () => reader.flushed++ })
  body.sendTo(reader)
  expect(reader.flushed).toBe(1)
  body.flush()
  expect(reader.flushed).toBe(2)
})

test('an abandoned page breaks off its readers', async () => {
  const body = new PageBody()
  const reader = new PassThrough()
  body.sendTo(reader)
  body.write('half')
  body.destroy()
  expect(reader.destroyed).toBe(true)
  expect(await body.whole).toBeNull()
})

test('a page that React writes at once leaves no listener behind', () => {
  const signal = new AbortController().signal
  let listeners = 0
  signal.addEventListener = () => void listeners++
  const page = { pipe: (to: NodeJS.WritableStream) => to.end(), abort: () => {} }
  expect(writeBody(page, signal).bytes).toHaveLength(0)
  expect(listeners).toBe(0)
})

test('a page that takes longer ends when nobody waits for it any more', () => {
  const waiting = new AbortController()
  const reasons: unknown[] = []
  const page = { pipe: () => {}, abort: (reason: unknown) => void reasons.push(reason) }
  const reader = new PassThrough()
  writeBody(page, waiting.signal).sendTo(reader)
  waiting.abort('left')
  expect(reasons).toEqual(['left'])
  expect(reader.destroyed).toBe(true)
})

test('a page that everybody left before its shell ends too', async () => {
  const reasons: unknown[] = []
  const page = { pipe: () => {}, abort: (reason: unknown) => void reasons.push(reason) }
  const reader = new PassThrough()
  const body = writeBody(page, AbortSignal.abort('left'))
  body.sendTo(reader)
  await once(reader, 'close')
  expect(reasons).toEqual(['left'])
  expect(await body.whole).toBeNull()
})
