import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createDocument } from './documents/document.ts'
import { warmUp } from './warm-up.ts'

const documents = ['a', 'b', 'c'].map((name) =>
  createDocument({ path: `/${name}`, dir: '/', toc: undefined, body: undefined, text: name }),
)
const data = createDocument({ path: '/data', dir: '/', x: 1 })
const parsed = { toc: '[]', body: 'x'.repeat(98) }

test('every document with Markdown is parsed once', async () => {
  const parse = vi.fn(() => parsed)
  warmUp([data, ...documents], parse, 1_000)
  await vi.waitFor(() => expect(parse).toHaveBeenCalledTimes(3))
  expect(parse).not.toHaveBeenCalledWith(data)
})

test('no more is parsed than can be kept, and none after the end', async () => {
  const parse = vi.fn(() => parsed)
  warmUp(documents, parse, 150)
  const stop = warmUp(documents, parse, 1_000)
  stop()
  await wait(100)
  expect(parse).toHaveBeenCalledTimes(2)
})
