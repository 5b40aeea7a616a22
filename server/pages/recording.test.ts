import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Recording } from './recording.ts'

test('every reader gets all of it, whenever it came', async () => {
  const recording = new Recording()
  const [early, late, last] = [new PassThrough(), new PassThrough(), new PassThrough()]
  recording.sendTo(early)
  recording.write('one ')
  recording.sendTo(late)
  recording.end('two')
  // Ended, but its end not yet told.
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
