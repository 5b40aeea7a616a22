import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { shareContentCache } from './share-content-cache.ts'

export type Listening = { pid: number; address: string }

export type SpawnedSite = {
  /** Processes that have listened, even ended ones. */
  listening: Listening[]
  /** Log messages of all processes. */
  messages: string[]
  /** Releases whose processes have started, as `createReleases` marks them. */
  releases: string[]
  child: ChildProcess
  /** Drains the site. @returns its exit code and signal */
  stop(): Promise<unknown[]>
}

/**
 * Runs the site in processes that tests can end, on a free port without rate limits.
 * @param options.args for Node in the folder `cwd`; defaults to the built site
 */
export function spawnSite(
  environment: NodeJS.ProcessEnv,
  { args = ['dist/server/main.js'], cwd = process.cwd() } = {},
): SpawnedSite {
  if (environment.DATA_DIR) shareContentCache(environment.DATA_DIR)
  const child = spawn(process.execPath, args, {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_FACTOR: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const listening: Listening[] = []
  const messages: string[] = []
  const releases: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg, pid, address, name } = JSON.parse(line)
    if (msg === 'release') releases.push(name)
    messages.push(msg)
    if (msg === 'listening') listening.push({ pid, address })
  })
  return {
    listening,
    messages,
    releases,
    child,
    stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return ended
    },
  }
}
