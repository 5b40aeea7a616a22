import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { createThread } from '../../thread/thread.ts'
import type { FileToRead } from './parse/read-file.ts'
import { readInThread } from './read-in-thread.ts'

const file = { bytes: new Uint8Array(), account: 'main', columns: null } as unknown as FileToRead

afterEach(() => vi.restoreAllMocks())

/** Threads whose jobs run until the test ends them. */
function openThreads() {
  const jobs: (PromiseWithResolvers<never> & { isEnded: boolean; heapMegabytes: number | undefined })[] = []
  const open: typeof createThread = ({ heapMegabytes } = {}) => {
    const job = { ...Promise.withResolvers<never>(), isEnded: false, heapMegabytes }
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
  return { jobs, open }
}

const refusal = { status: 422, code: 'statement_unreadable', members: { line: 1 } }

test('reads one file at a time, whatever becomes of the one before, and ends each thread', async () => {
  const database = {} as Database
  const { jobs, open } = openThreads()
  const readings = [1, 2, 3].map(() => readInThread(database, file, { open }))
  const settled = Promise.allSettled(readings)
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

test('ends the thread of a client that leaves, and starts none for one that has left', async () => {
  const database = {} as Database
  const { jobs, open } = openThreads()
  const [leaving, gone] = [new AbortController(), new AbortController()]
  const readings = [leaving, gone].map(({ signal }) => readInThread(database, file, { left: signal, open }))
  const settled = Promise.allSettled(readings)
  await turn()
  gone.abort()
  leaving.abort()
  expect(jobs).toMatchObject([{ isEnded: true }])
  expect(await settled).toMatchObject([{ reason: refusal }, { reason: refusal }])
  expect(jobs).toHaveLength(1)
})

test('refuses a file that takes too long, or more memory than a thread has', async () => {
  const { jobs, open } = openThreads()
  const deadline = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal)
  const slow = readInThread({} as Database, file, { open })
  await turn()
  deadline.abort()
  await expect(slow).rejects.toMatchObject(refusal)
  const large = readInThread({} as Database, file, { open })
  await turn()
  jobs[1]?.reject(Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))
  await expect(large).rejects.toMatchObject(refusal)
  expect(jobs[1]?.heapMegabytes).toBeGreaterThan(0)
})
