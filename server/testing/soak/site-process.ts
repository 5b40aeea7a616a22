import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { shareContentCache } from '../support/share-content-cache.ts'

export type SiteProcess = {
  address: string
  /** Sends SIGKILL, as the system does when memory runs out. */
  kill(): Promise<void>
  /** @returns the exit code */
  stop(): Promise<number | null>
  /** Resident memory in MB; null if the system doesn't tell. */
  memory(): number | null
  askWitness(question: string): Promise<unknown>
}

/** @param witness a module loaded before the site, which answers messages @throws Error when the process ends before it listens */
export async function startSiteProcess(environment: NodeJS.ProcessEnv, witness?: URL): Promise<SiteProcess> {
  if (environment.DATA_DIR) shareContentCache(environment.DATA_DIR)
  const child = spawn(
    process.execPath,
    [...(witness ? ['--expose-gc', '--import', witness.href] : []), 'dist/server/main.js'],
    {
      env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'inherit', ...(witness ? ['ipc' as const] : [])],
    },
  )
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    return code as number | null
  }
  return {
    address: await addressOf(child),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    memory: () => residentMegabytes(child),
    async askWitness(question) {
      child.send(question)
      // An interrupted run leaves answers to others behind.
      for await (const [said] of on(child, 'message')) if (said.question === question) return said.answer
    },
  }
}

/** Goes on reading the log, or the process would block on a full pipe. */
export function addressOf(child: ChildProcess): Promise<string> {
  const output = child.stdout as NodeJS.ReadableStream
  const lines = createInterface({ input: output })
  let last = ''
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      last = line
      const [, address] = /"address":"([^"]+)"/.exec(line) ?? []
      if (!address) return
      lines.close()
      output.resume()
      resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the site ended with ${code} before it listened: ${last}`)))
  })
}

function residentMegabytes({ pid }: ChildProcess): number | null {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Math.round(Number(kilobytes) / 1024) : null
  } catch {
    return null
  }
}
