import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of `content/` to change. */
export function copyContent(): string {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', dir, { recursive: true })
  return dir
}

/** Real files with real bytes, each its own; returns their paths. */
export function writeFiles(dir: string, names: readonly string[]): string[] {
  mkdirSync(dir, { recursive: true })
  return names.map((name) => {
    const path = join(dir, name)
    writeFileSync(path, `bytes of ${name}`.repeat(50))
    return path
  })
}
