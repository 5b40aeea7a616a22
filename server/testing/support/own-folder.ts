import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs once before all tests, whose temporary files go with this folder. @returns what ends the run */
// biome-ignore lint/style/noDefaultExport: Vitest and Playwright look for it
export default function ownFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  // PostgreSQL and some tests run as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
