import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { shareContentCache } from '#server/testing/support/share-content-cache.ts'

export type StartedSite = { url: string; close(): Promise<void> }

/** Uses a free port unless the environment names one. */
export async function startSite(environment: Record<string, string>): Promise<StartedSite> {
  if (environment.DATA_DIR) shareContentCache(environment.DATA_DIR)
  const defaults = { PORT: '0', HOST: '127.0.0.1', ANALYTICS_ID: '', LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, ...defaults, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(server),
    async close() {
      const exit = once(server, 'exit')
      server.kill()
      await exit
    },
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The site has no log')
  for await (const line of createInterface(stdout)) {
    const { address } = JSON.parse(line) as { address?: string }
    if (!address) continue
    stdout.resume()
    return address
  }
  throw new Error('The site did not start')
}
