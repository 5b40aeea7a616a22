import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../../runtime/root.ts'
import { threads } from '../../runtime/thread/thread.ts'

/** A thread keeps open what it has read. */
const usesMax = 50

const uses = new WeakMap<Worker, number>()
const idle: Worker[] = []

/** Tests use thousands of threads, and starting one takes 50 ms of a core. The run has built theirs. */
Object.assign(threads, {
  start() {
    const thread = idle.pop() ?? new Worker(join(root, 'dist/server/worker.js'))
    uses.set(thread, (uses.get(thread) ?? 0) + 1)
    return thread
  },
  async end(thread) {
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    if ((uses.get(thread) ?? 0) < usesMax) idle.push(thread)
    else await thread.terminate()
  },
} satisfies typeof threads)
