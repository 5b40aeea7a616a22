import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Recording, record } from './recording.ts'

test('every reader gets all of it, whenever it came', async () => {
  const recording = new Recording()
  const [early, late, last] = [new PassThrough(), new PassThrough(), new PassThrough()]
  recording.sendTo(early)
  recording.write('one ')
  recording.sendTo(late)
  recording.write('two')
  recording.end()
  recording.sendTo(last)
  expect(await Promise.all([early, late, last].map((reader) => text(reader)))).toEqual([
    'one two',
    'one two',
    'one two',
  ])
  expect(String(recording.bytes)).toBe('one two')
})

test('what was written before a flush is handed on as one piece, after it', () => {
  const recording = new Recording()
  const pieces: string[] = []
  recording.sendTo(new PassThrough().on('data', (piece) => pieces.push(String(piece))))
  recording.write('one ')
  recording.write('two ')
  expect(pieces).toEqual([])
  recording.flush()
  expect(pieces).toEqual(['one two '])
  recording.write('three')
  recording.flush()
  expect(pieces).toEqual(['one two ', 'three'])
})

test('a reader that compresses is told to let go of what there is', () => {
  const recording = new Recording()
  const reader = Object.assign(new PassThrough(), { flushed: 0, flush: () => reader.flushed++ })
  recording.sendTo(reader)
  expect(reader.flushed).toBe(1)
  recording.flush()
  expect(reader.flushed).toBe(2)
})

test('a recording that is given up breaks off its readers: half a page is no page', () => {
  const recording = new Recording()
  const reader = new PassThrough()
  recording.sendTo(reader)
  recording.write('half')
  recording.destroy()
  expect(reader.destroyed).toBe(true)
})

test('a page that is rendered in one go is whole at once, and nothing is left that could end it', () => {
  const signal = new AbortController().signal
  let listeners = 0
  signal.addEventListener = () => void listeners++
  const page = { pipe: (to: NodeJS.WritableStream) => to.end(), abort: () => {} }
  expect(record(page, signal).whole).toBe(true)
  expect(listeners).toBe(0)
})

test('a page that takes longer ends when nobody waits for it any more', () => {
  const waiting = new AbortController()
  const reasons: unknown[] = []
  const page = { pipe: () => {}, abort: (reason: unknown) => void reasons.push(reason) }
  const reader = new PassThrough()
  record(page, waiting.signal).sendTo(reader)
  waiting.abort('left')
  expect(reasons).toEqual(['left'])
  expect(reader.destroyed).toBe(true)
})

test('a page that nobody waits for by the time it is recorded ends too', () => {
  const reasons: unknown[] = []
  const page = { pipe: () => {}, abort: (reason: unknown) => void reasons.push(reason) }
  const reader = new PassThrough()
  const recording = record(page, AbortSignal.abort('left'))
  recording.sendTo(reader)
  expect(reasons).toEqual(['left'])
  expect(recording.destroyed).toBe(true)
  expect(reader.destroyed).toBe(true)
})
