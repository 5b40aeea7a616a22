import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'

/** Runs once before all tests: builds stale sources, and deletes data of earlier runs. */
export function setup() {
  for (const folder of globSync('test-results/data*')) rmSync(folder, { recursive: true })
  execFileSync(process.execPath, ['server/build/main.ts', '--if-stale'], { stdio: 'inherit' })
}
