import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../runtime/root.ts'
import { addressOf } from '../soak/site-process.ts'

type Usage = { cpuMs: number; rssMb: number }

export type Contestant = {
  port: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** The floors get the Node flags that a platform gives the site. */
const [, web = ''] = /^web: node (.+)$/m.exec(readFileSync(join(root, 'Procfile'), 'utf8')) ?? []
const nodeFlags = web.split(' ').filter((word) => word.startsWith('--'))

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Resolves when the server logs that it is listening. */
export async function start(
  file: string,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<Contestant> {
  const child = fork(file, args, {
    cwd: root,
    execArgv: [...nodeFlags, '--import', new URL('report-usage.mjs', import.meta.url).href],
    env: { HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return {
    port: Number(new URL(await addressOf(child)).port),
    async usage() {
      const answer = once(child, 'message')
      child.send('usage')
      return (await answer)[0] as Usage
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
