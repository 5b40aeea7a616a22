import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { createThread } from '../../thread/thread.ts'
import type { FileToRead, ReadFile } from './parse/read-file.ts'

/** The largest file needs 500. */
const heapMegabytes = 640
/** The largest file needs 10 seconds on a busy machine. */
const deadlineMs = 60_000

const lastOf = new WeakMap<Database, Promise<unknown>>()

/** @property left aborts when nobody waits for the file any more @property open for tests */
type Reading = { left?: AbortSignal | undefined; open?: typeof createThread }

/**
 * Reads one file at a time for each database, so that several large ones don't take all memory and processors.
 * @throws AppError 422 `statement_unreadable` for a file that takes too much time or memory, or that nobody waits for
 */
export function readInThread(database: Database, file: FileToRead, reading: Reading = {}): Promise<ReadFile> {
  const read = () => readOne(file, reading)
  const answer = (lastOf.get(database) ?? Promise.resolve()).then(read, read)
  lastOf.set(database, answer)
  return answer
}

async function readOne(file: FileToRead, { left, open = createThread }: Reading): Promise<ReadFile> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const ended = AbortSignal.any(left ? [deadline, left] : [deadline])
  const thread = open({ heapMegabytes })
  const end = () => void thread.end()
  ended.addEventListener('abort', end)
  try {
    if (ended.aborted) throw ended.reason
    return await thread.run('readBankFile', file)
  } catch (error) {
    if (!ended.aborted && Object(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    const detail = 'The file takes too long to read, or too much memory. Nothing of it was taken.'
    throw new AppError(422, 'statement_unreadable', detail, { members: { line: 1 }, cause: error })
  } finally {
    ended.removeEventListener('abort', end)
    await thread.end()
  }
}
