import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { ContentError } from './content/content-error.ts'
import { createContext } from './context.ts'
import { drainOnSignal } from './drain.ts'
import { listen, StartError } from './listen.ts'
import { startWork } from './work.ts'

try {
  const ctx = await createContext(readConfig(), { dev: process.argv.includes('--dev') })
  const server = await listen(createApp(ctx), ctx.config)
  drainOnSignal(server, ctx, startWork(ctx))
  const { port } = server.address() as AddressInfo
  ctx.log.info({ address: `http://localhost:${port}`, pid: process.pid }, 'listening')
} catch (error) {
  const plain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
  console.error(plain ? (error as Error).message : error)
  process.exit(1)
}
