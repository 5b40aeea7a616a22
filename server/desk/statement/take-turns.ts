import type { Database } from '../../runtime/db/database.ts'
import { createThread, type Thread } from '../../runtime/thread/thread.ts'
import { AppError } from '../../web/http/errors.ts'

/** Limits memory: each request holds a file or a statement's lines. */
const mostAtOnce = 4

/** The largest statement needs 2 seconds. */
const deadlineMs = 20_000

const busy = new WeakMap<Database, number>()
const lastOf = new WeakMap<Database, Promise<unknown>>()

/**
 * Runs a request's work, including the upload of its file, unless too many are running.
 * @throws AppError 503 `temporarily_unavailable`
 */
export async function takePlace<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const others = busy.get(database) ?? 0
  if (others >= mostAtOnce) throw refuse(`${mostAtOnce} statements are being read already.`)
  busy.set(database, others + 1)
  try {
    return await work()
  } finally {
    busy.set(database, (busy.get(database) ?? 1) - 1)
  }
}

/**
 * Runs one statement at a time, so that several need no more memory or CPUs than one.
 * @throws AppError 503 `temporarily_unavailable` if it takes too long
 */
export function takeTurn<Result>(
  database: Database,
  work: (thread: Thread) => Promise<Result>,
  open: typeof createThread = createThread,
): Promise<Result> {
  const start = () => workOnThread(work, open)
  const answer = (lastOf.get(database) ?? Promise.resolve()).then(start, start)
  lastOf.set(database, answer)
  return answer
}

async function workOnThread<Result>(
  work: (thread: Thread) => Promise<Result>,
  open: typeof createThread,
): Promise<Result> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const thread = open()
  const end = () => void thread.end()
  deadline.addEventListener('abort', end)
  try {
    return await work(thread)
  } catch (error) {
    throw deadline.aborted ? refuse('The statement takes too long to read.', error) : error
  } finally {
    deadline.removeEventListener('abort', end)
    await thread.end()
  }
}

function refuse(detail: string, cause?: unknown): AppError {
  return new AppError(
    503,
    'temporarily_unavailable',
    `${detail} Nothing was changed: try again in a moment.`,
    {
      cause,
    },
  )
}
