import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies `content/` for changes. */
export function copyContent(): string {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', dir, { recursive: true })
  return dir
}

/** Writes files with different bytes. @returns their paths */
export function writeFiles(dir: string, names: readonly string[]): string[] {
  mkdirSync(dir, { recursive: true })
  return names.map((name) => {
    const path = join(dir, name)
    writeFileSync(path, `bytes of ${name}`.repeat(50))
    return path
  })
}
