import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 24 * 60 * 60 * 1000

/** Time of replacement by file name. */
type Replaced = Record<string, string>

/**
 * Keeps replaced assets for a day, because cached pages and open tabs still request them.
 * @param earlier folder of the previous release
 * @returns number of files
 * @throws Error if the earlier release has no assets
 */
export function keepEarlierAssets(earlier: string, dist: string, now: Date): number {
  const from = join(earlier, 'dist/client/assets')
  if (!existsSync(from)) throw new Error(`${from} is missing: --keep-assets-of names a built release.`)
  const to = join(dist, 'client/assets')
  mkdirSync(to, { recursive: true })
  const own = new Set(readdirSync(to))
  const before = readReplaced(join(earlier, 'dist'))
  const replaced: Replaced = {}
  for (const file of readdirSync(from)) {
    const replacedAt = before[file] ?? now.toISOString()
    if (own.has(file) || now.getTime() - Date.parse(replacedAt) >= dayMs) continue
    copyFileSync(join(from, file), join(to, file))
    replaced[file] = replacedAt
  }
  writeFileSync(replacedFile(dist), JSON.stringify(replaced))
  return Object.keys(replaced).length
}

function readReplaced(dist: string): Replaced {
  const file = replacedFile(dist)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function replacedFile(dist: string): string {
  return join(dist, 'earlier-assets.json')
}
