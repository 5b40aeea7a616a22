import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../runtime/root.ts'

/** Gives all sites of a run one cache of parsed content, because parsing all of it takes two seconds of a core. */
export function shareContentCache(dataDir: string): void {
  const shared = join(root, 'node_modules/.cache/content')
  for (const dir of [shared, dataDir]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  try {
    symlinkSync(shared, join(dataDir, 'cache'))
  } catch (error) {
    // Does nothing if the folder has a cache already.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
