import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Listening = { pid: number; address: string }

export type SpawnedSite = {
  /** Each process that has begun to listen, those that have ended meanwhile too. */
  listening: Listening[]
  /** What all of them have logged. */
  messages: string[]
  /** The names of releases whose processes have started, as `createReleases` marks them. */
  releases: string[]
  child: ChildProcess
  /** Lets the site drain. @returns its exit code and signal */
  stop(): Promise<unknown[]>
}

/**
 * The site in processes of its own, on a free port and without rate limits, for tests that end some of them.
 * @param options.args of Node, in the folder `cwd`: the sources of this tree by default
 */
export function spawnSite(
  environment: NodeJS.ProcessEnv,
  { args = ['server/main.ts'], cwd = process.cwd() } = {},
): SpawnedSite {
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
    if (msg === 'listening') listening.push({ pid, address: address.replace('localhost', '127.0.0.1') })
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
