import { join } from 'node:path'

/** Each process of the site has its own socket in this folder, which only its user can open. */
export function controlDir(dataDir: string): string {
  return join(dataDir, 'control')
}

/** One word a line: first `prepare` reads the content, then `apply` shows it. */
export type Request = 'prepare' | 'apply'

/** One line of JSON. */
export type Answer = { revision: string } | { problems: string[] }
