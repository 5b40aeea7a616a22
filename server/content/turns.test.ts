import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('other work runs between the turns of long work, however long it is', async () => {
  let others = 0
  let isOver = false
  const count = () => {
    others++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([work(), work()])
  isOver = true
  expect(others).toBeGreaterThanOrEqual(10)
})

test('short work is not interrupted', async () => {
  const turns = createTurns()
  let others = 0
  setImmediate(() => others++)
  for (let step = 0; step < 100 && !turns.isOver(); step++) await turns.next()
  expect(others).toBe(0)
})

async function work(): Promise<void> {
  const turns = createTurns()
  for (let step = 0; step < 50; step++) {
    const end = performance.now() + 2
    while (performance.now() < end);
    await turns.next()
  }
}
