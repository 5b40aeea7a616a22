import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

export type Ran = { status: number; stdout: string; stderr: string }

/** Runs a command of the operator's in a process of its own, with nothing in its environment but what is given. */
export function runAdmin(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return runAdminWithInput('', environment, ...args)
}

/** @param input what comes on its standard input, which then stays open as a terminal's does */
export function runAdminWithInput(
  input: string,
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { env: environment },
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr })
      },
    )
    child.stdin?.write(input)
  })
}
