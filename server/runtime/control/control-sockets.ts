import { join } from 'node:path'

/** Each process of the site has its own socket in this folder, which only its user can open. */
export function controlDir(dataDir: string): string {
  return join(dataDir, 'control')
}

/** One word per line: `prepare` reads the content, then `apply` shows it. `address` asks for the origin. */
export type Request = 'prepare' | 'apply' | 'address'

/** One line of JSON. */
export type Answer = { revision: string } | { siteUrl: string } | { problems: string[] }
