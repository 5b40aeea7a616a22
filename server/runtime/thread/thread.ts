import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { JobAnswer, JobName, Jobs } from '../../thread-jobs.ts'
import { root } from '../root.ts'

export type Thread = {
  /** Runs jobs one by one. The first starts the thread. */
  run<Name extends JobName>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
  ): Promise<Awaited<ReturnType<Jobs[Name]>>>
  end(): Promise<void>
}

type Waiting = { resolve(output: unknown): void; reject(error: unknown): void }

/** After a crash the next job starts a new thread. */
export function createThread(): Thread {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()

  return {
    run(name, input) {
      worker ??= start()
      // An idle thread must not keep the process alive.
      worker.ref()
      last += 1
      const id = last
      const answered = Promise.withResolvers<never>()
      waiting.set(id, answered)
      worker.postMessage({ id, name, input })
      return answered.promise
    },
    async end() {
      const ended = worker
      worker = null
      if (ended) await (waiting.size > 0 ? ended.terminate() : threads.end(ended))
    },
  }

  function start(): Worker {
    const started = threads.start()
    started.on('message', (answer: JobAnswer) => {
      const job = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) started.unref()
      if ('error' in answer) job?.reject(Object.assign(Object(answer.error), answer.fault))
      else job?.resolve(answer.output)
    })
    const fail = (error: unknown) => {
      if (worker === started) worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The thread for long work has ended.')))
    return started
  }
}

/** In the bundle, the worker is beside the main file. */
const workerFile = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'worker.ts')
  : join(root, 'dist/server/worker.js')

/** Tests may keep idle threads. */
export const threads = {
  start: () => new Worker(workerFile),
  async end(idle: Worker): Promise<void> {
    await idle.terminate()
  },
}
