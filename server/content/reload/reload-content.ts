import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Answer, controlDir, type Request } from './control-sockets.ts'

/** The content stays unchanged; the message lists the reasons, one a line. */
export class ReloadError extends Error {
  override name = 'ReloadError'
}

/** Reading ten thousand documents takes a few seconds. */
const patienceMs = 60_000

/** Reloads all processes of the site, or none if one finds a problem. @returns the number of processes @throws ReloadError */
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

/** Returns null for a dead process, whose socket it removes. */
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
