import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Passes the password in the environment, because arguments are visible to everybody.
 * @param read consumes the output
 * @throws Error in one line without the address
 */
export async function runTool<Result>(
  tool: 'pg_dump' | 'pg_restore',
  args: string[],
  { environment, password }: { environment: NodeJS.ProcessEnv; password?: string },
  read: (output: Readable) => Promise<Result>,
): Promise<Result> {
  const { PGSSLMODE: _mode, PGSSLROOTCERT: _certificate, ...others } = environment
  // Messages in English, like the sentence around them.
  const env = { ...others, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) }
  const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const [result, errors, [status]] = await Promise.all([
      read(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    if (status === 0) return result
    throw new Error(`failed: ${errors.trim().replace(/\s+/g, ' ')}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(
      `${tool} ${code === 'ENOENT' ? 'isn’t installed here' : message}. Install the client tools of your PostgreSQL’s version, or run this where the database runs.`,
    )
  }
}

export async function ignoreOutput(output: Readable): Promise<void> {
  for await (const _ of output);
}
