import { expect, test, vi } from 'vitest'
import { singleFlight, singleFlights } from './single-flight.ts'

test('callers during a run get its result, and the next caller a new one', async () => {
  const runs: PromiseWithResolvers<string>[] = []
  const run = vi.fn(() => {
    const started = Promise.withResolvers<string>()
    runs.push(started)
    return started.promise
  })
  const ask = singleFlight(run)
  const first = [ask(), ask()]
  runs[0]?.resolve('one')
  expect(await Promise.all(first)).toEqual(['one', 'one'])
  const failing = [ask(), ask()]
  runs[1]?.reject(new Error('odd'))
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
  const last = ask()
  runs[2]?.resolve('three')
  expect(await last).toBe('three')
  expect(run).toHaveBeenCalledTimes(3)
})

test('runs of other owners and keys are their own', async () => {
  const share = singleFlights<number>()
  const [one, other] = [{}, {}]
  let runs = 0
  const ask = (owner: object, key: string) => share(owner, key, async () => ++runs)
  const all = [ask(one, 'a'), ask(one, 'a'), ask(one, 'b'), ask(other, 'a')]
  expect(await Promise.all(all)).toEqual([1, 1, 2, 3])
})
