import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

/** What the build is made from, as one hash: times of files mean nothing after a checkout. */
export function sourceHash(): string {
  const files = globSync(
    [
      'client/**/*',
      'shared/**/*',
      'server/build/**/*',
      'public/favicon.svg',
      'vite.config.ts',
      'package-lock.json',
    ],
    {
      exclude: ['client/e2e/**', '**/*.test.*'],
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
