import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../root.ts'
import type { Usage } from './report-usage.ts'

/** A server under test, a process of its own. */
export type Server = { port: number; stop(): Promise<void> }

/** One that says what it has used. */
export type Contestant = Server & { usage(): Promise<Usage> }

/** What `npm start` gives Node for the site; the floors have the same. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const nodeFlags: string[] = scripts.start.split(' ').slice(1, -1)

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const reportUsage = new URL('report-usage.ts', import.meta.url).href

type Environment = Record<string, string>

/** Starts `file` with its own environment and waits until it logs that it is listening. */
export async function start(file: string, environment?: Environment, args?: string[]): Promise<Contestant> {
  const { child, port, stop } = await begin(file, environment, args, ['--import', reportUsage])
  return {
    port,
    stop,
    async usage() {
      const answer = once(child, 'message')
      child.send('usage')
      const [usage] = await answer
      return usage as Usage
    },
  }
}

/** The same with nothing loaded but the server itself. */
export function startAlone(file: string, environment?: Environment, args?: string[]): Promise<Server> {
  return begin(file, environment, args, [])
}

async function begin(file: string, environment: Environment = {}, args: string[] = [], flags: string[]) {
  const child = fork(file, args, {
    cwd: root,
    execArgv: [...nodeFlags, ...flags],
    env: { HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return {
    child,
    port: await portOf(child),
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** From the line of the log; what follows is read too, or the server would wait for it. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (!line.includes('"listening"')) return
      resolve(Number(new URL(JSON.parse(line).address).port))
    })
  })
}
