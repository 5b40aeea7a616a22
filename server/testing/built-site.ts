import { execFileSync } from 'node:child_process'

/** Once before all tests: the pages under test are those of the current sources. */
export function setup() {
  execFileSync(process.execPath, ['server/build/main.ts', '--if-stale'], { stdio: 'inherit' })
}
