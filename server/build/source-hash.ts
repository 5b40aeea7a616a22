import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

const ofEveryBuild = ['vite.config.ts', 'package-lock.json']
const ofNoBuild = ['**/*.test.*', 'client/e2e/**', 'client/measure/**', 'server/testing/**']

/** Hashes contents, because a checkout changes modification times. */
export function sourceHash(...patterns: string[]): string {
  const files = globSync([...patterns, ...ofEveryBuild], { exclude: ofNoBuild, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
