import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Answer, controlDir, type Request } from './control-sockets.ts'

/** The content stays as it was; the message says why, one problem a line. */
export class ReloadError extends Error {
  override name = 'ReloadError'
}

/** A folder of ten thousand documents is read in a few seconds. */
const patienceMs = 60_000

/**
 * Has all processes of the site on this machine take up changed files of content. None does when one of them finds a
 * problem, or read other files than the rest.
 * @returns how many processes there are
 * @throws ReloadError
 */
export async function reloadContent(dataDir: string): Promise<number> {
  const processes = (await Promise.all(socketsIn(controlDir(dataDir)).map(talkTo))).filter(
    (one) => one !== null,
  )
  try {
    if (processes.length === 0) throw new ReloadError(`No process of the site runs on ${dataDir}.`)
    const answers = await Promise.all(processes.map(({ ask }) => ask('prepare')))
    const problems = new Set(answers.flatMap((answer) => ('problems' in answer ? answer.problems : [])))
    if (problems.size > 0) throw new ReloadError([...problems].join('\n'))
    if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1) {
      throw new ReloadError('Files changed while they were read. Nothing was taken up; try again.')
    }
    await Promise.all(processes.map(({ ask }) => ask('apply')))
    return processes.length
  } finally {
    for (const { hangUp } of processes) hangUp()
  }
}

function socketsIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).map((name) => join(dir, name)) : []
}

type Conversation = { ask(request: Request): Promise<Answer>; hangUp(): void }

/** Null for the socket of a process that is gone, which is removed. */
async function talkTo(path: string): Promise<Conversation | null> {
  const socket = connect(path).setTimeout(patienceMs, () => socket.destroy())
  try {
    await once(socket, 'connect')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    rmSync(path, { force: true })
    return null
  }
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    async ask(request) {
      socket.write(`${request}\n`)
      const { value, done } = await answers.next()
      if (done)
        throw new ReloadError(`A process ended, or took over a minute, when asked to ${request} the content.`)
      return JSON.parse(value) as Answer
    },
    hangUp: () => socket.destroy(),
  }
}
