import { mkdirSync } from 'node:fs'
import { readConfig } from '../config.ts'
import { openContentCache } from '../content/content-cache.ts'
import { openLibrary } from '../content/library.ts'

/** Parses all content into a cache, so that even a start on an empty disk needs no parser. */
export async function parseContent(cacheDir: string): Promise<void> {
  const { contentDir } = readConfig()
  // The site may run as another user than the one who builds it.
  mkdirSync(cacheDir, { recursive: true })
  const cache = openContentCache(cacheDir)
  const library = await openLibrary({ dir: contentDir, cache, drafts: true, now: () => new Date() })
  await library.store.query('/', { deep: true })
  library.close()
}
