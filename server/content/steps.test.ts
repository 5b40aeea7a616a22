import { expect, test } from 'vitest'
import { finish, finishInSlices, type Steps } from './steps.ts'

function* busy(milliseconds: number, steps: number): Steps<string> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + milliseconds
    while (performance.now() < end);
    yield
  }
  return 'done'
}

test('steps come to the same result at once and in slices', async () => {
  expect(finish(busy(0, 3))).toBe('done')
  expect(await finishInSlices(busy(0, 3))).toBe('done')
})

test('others run between the slices of long work, however much of it there is', async () => {
  let others = 0
  let isOver = false
  const count = () => {
    others++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([finishInSlices(busy(2, 50)), finishInSlices(busy(2, 50))])
  isOver = true
  expect(others).toBeGreaterThanOrEqual(10)
})

test('an error in a later slice reaches who waits', async () => {
  function* failing(): Steps<never> {
    yield* busy(12, 2)
    throw new Error('broken')
  }
  await expect(finishInSlices(failing())).rejects.toThrow('broken')
})
