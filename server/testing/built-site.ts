import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'

/** Once before all tests: the pages under test are those of the current sources, and nothing is left of earlier runs. */
export function setup() {
  for (const folder of globSync('test-results/data*')) rmSync(folder, { recursive: true })
  execFileSync(process.execPath, ['server/build/main.ts', '--if-stale'], { stdio: 'inherit' })
}
