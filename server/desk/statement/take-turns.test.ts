import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../runtime/db/database.ts'
import type { createThread } from '../../runtime/thread/thread.ts'
import { takePlace, takeTurn } from './take-turns.ts'

afterEach(() => vi.restoreAllMocks())

/** Threads whose jobs run until the test ends them. */
function openThreads() {
  const jobs: (PromiseWithResolvers<never> & { isEnded: boolean })[] = []
  const open: typeof createThread = () => {
    const job = { ...Promise.withResolvers<never>(), isEnded: false }
    return {
      run() {
        jobs.push(job)
        return job.promise
      },
      async end() {
        if (!jobs.includes(job)) return
        job.isEnded = true
        job.reject(new Error('ended'))
      },
    }
  }
  const read = (database: Database) =>
    takeTurn(database, (thread) => thread.run('numbersIn', { texts: [], years: [] }), open)
  return { jobs, read }
}

test('works on one statement at a time, whatever becomes of the one before, and ends each thread', async () => {
  const database = {} as Database
  const { jobs, read } = openThreads()
  const settled = Promise.allSettled([1, 2, 3].map(() => read(database)))
  for (const [index, answer] of ['first', new Error('odd'), 'third'].entries()) {
    await turn()
    expect(jobs).toHaveLength(index + 1)
    expect(jobs.map(({ isEnded }) => isEnded)).toEqual([...Array(index).fill(true), false])
    const job = jobs[index]
    if (answer instanceof Error) job?.reject(answer)
    else job?.resolve(answer as never)
  }
  expect(await settled).toMatchObject([
    { value: 'first' },
    { reason: { message: 'odd' } },
    { value: 'third' },
  ])
})

test('ends what takes too long, and tells to try again', async () => {
  const { jobs, read } = openThreads()
  const deadline = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal)
  const slow = read({} as Database)
  await turn()
  deadline.abort()
  await expect(slow).rejects.toMatchObject(refusal)
  expect(jobs).toMatchObject([{ isEnded: true }])
})

test('has four places for each database, and gives one that was left to the next', async () => {
  const database = {} as Database
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<string>())
  const enter = (index: number) => takePlace(database, () => works[index]?.promise as Promise<string>)
  const inside = [0, 1, 2, 3].map(enter)
  const begun = vi.fn()
  await expect(takePlace(database, begun)).rejects.toMatchObject(refusal)
  expect(begun).not.toHaveBeenCalled()
  await expect(takePlace({} as Database, async () => 'other')).resolves.toBe('other')
  works[2]?.reject(new Error('odd'))
  await expect(inside[2]).rejects.toThrow('odd')
  const next = enter(4)
  await expect(takePlace(database, begun)).rejects.toMatchObject(refusal)
  for (const { resolve } of works) resolve('done')
  expect(await Promise.all([inside[0], inside[1], inside[3], next])).toEqual(Array(4).fill('done'))
  await expect(takePlace(database, async () => 'after')).resolves.toBe('after')
})

const refusal = { status: 503, code: 'temporarily_unavailable', headers: { 'Retry-After': '5' } }
