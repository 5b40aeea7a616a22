import { join } from 'node:path'

/** Where each process of the site listens on a socket of its own, which only its user can open. */
export function controlDir(dataDir: string): string {
  return join(dataDir, 'control')
}

/** What a process is asked, one word a line: to read the content, then to show what it read. */
export type Request = 'prepare' | 'apply'

/** Its answer, one line of JSON. */
export type Answer = { revision: string } | { problems: string[] }
