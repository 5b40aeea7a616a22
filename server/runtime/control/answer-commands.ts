import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../../config.ts'
import type { Library, PreparedContent } from '../../content/library.ts'
import type { Log } from '../log.ts'
import { type Answer, controlDir } from './control-sockets.ts'

type Site = {
  library: Pick<Library, 'prepare'>
  config: Pick<Config, 'dataDir' | 'siteUrl'>
  log: Log
}

/** Listens on a control socket for the command line. @returns a function that stops listening */
export function answerCommands(site: Site): () => Promise<void> {
  const { config, log } = site
  const dir = controlDir(config.dataDir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const server = createServer((socket) => void answer(socket, site))
  // Socket paths are limited to about 100 characters, so listening can fail.
  server.on('error', (err) => log.warn({ err }, 'the command line can’t reach this process'))
  // Exclusive, because otherwise all workers of the cluster would share one socket.
  server.listen({ path: join(dir, `${randomUUID().slice(0, 8)}.sock`), exclusive: true }).unref()
  return async () => {
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
}

async function answer(socket: Socket, { library, config, log }: Site): Promise<void> {
  socket.unref().on('error', () => socket.destroy())
  let prepared: PreparedContent | undefined
  for await (const request of createInterface({ input: socket })) {
    const answer = await handle(request).catch((error: Error): Answer => ({ problems: [error.message] }))
    if ('problems' in answer)
      log.error(answer, isReload(request) ? 'content not reloaded' : 'question not understood')
    socket.write(`${JSON.stringify(answer)}\n`)
  }

  async function handle(request: string): Promise<Answer> {
    if (request === 'address') return { siteUrl: config.siteUrl }
    if (request === 'prepare') {
      prepared = await library.prepare()
      const { revision, errors } = prepared
      return errors.length > 0 ? { problems: errors.map(({ message }) => message) } : { revision }
    }
    if (request !== 'apply' || !prepared) throw new Error(`can't ${request}: nothing was prepared`)
    prepared.apply()
    log.info({ revision: prepared.revision }, 'content reloaded')
    return { revision: prepared.revision }
  }
}

/** A command line of another version may send other requests. */
function isReload(request: string): boolean {
  return request === 'prepare' || request === 'apply'
}
