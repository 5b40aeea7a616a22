import { PassThrough } from 'node:stream'
import { vi } from 'vitest'
import { runCommand } from '../cli/run-command.ts'

/** Its `stderr` is without the line that names the database. */
export type Ran = { status: number; stdout: string; stderr: string }

/**
 * Runs a command of the operator's in this process, with nothing in its environment but what is given.
 * One at a time: environment and console belong to the whole process.
 */
export function runAdmin(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return runAdminWithInput('', environment, ...args)
}

/** @param input what is typed at its terminal, which stays open; empty without a terminal */
export async function runAdminWithInput(
  input: string,
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Ran> {
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
