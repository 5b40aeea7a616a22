import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Answer, controlDir, type Request } from './control-sockets.ts'

/** Reading ten thousand documents takes a few seconds. */
const patienceMs = 60_000

/** `ask` returns null if the process ended, or took over a minute. */
export type Conversation = { ask(request: Request): Promise<Answer | null>; close(): void }

/** Opens a connection to each process of the site that runs on this folder. */
export async function openConversations(dataDir: string): Promise<Conversation[]> {
  const dir = controlDir(dataDir)
  const paths = existsSync(dir) ? readdirSync(dir).map((name) => join(dir, name)) : []
  return (await Promise.all(paths.map(talkTo))).filter((one) => one !== null)
}

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
      return done ? null : (JSON.parse(value) as Answer)
    },
    close: () => socket.destroy(),
  }
}
