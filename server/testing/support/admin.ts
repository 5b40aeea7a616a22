import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { vi } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { shareContentCache } from './share-content-cache.ts'

/** `stderr` omits the line that names the database. */
export type Ran = { status: number; stdout: string; stderr: string }

/** Runs an operator's command in this process, one at a time, because environment and console belong to the process. */
export function runAdmin(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return runAdminWithInput('', environment, ...args)
}

/** @param input typed at a terminal that stays open; empty without a terminal */
export async function runAdminWithInput(
  input: string,
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Ran> {
  const { DATA_DIR = '' } = environment
  // Some commands must find no folder, and make none.
  if (existsSync(DATA_DIR)) shareContentCache(DATA_DIR)
  const ran = { status: 0, stdout: '', stderr: '' }
  const stdin = new PassThrough()
  stdin.write(input)
  if (input) Object.assign(stdin, { isTTY: true })
  const own = process.env
  process.env = { ...environment }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text = '') => {
      ran.stdout += `${text}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((text = '') => {
      ran.stderr += `${text}\n`
    }),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
  ]
  try {
    ran.status = await runCommand(args)
    ran.stderr = ran.stderr.replace(/^Database: .*\n/, '')
    return ran
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.env = own
  }
}
