import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a process that imports the PostgreSQL server keeps its exit code, so that failed tests fail the run', () => {
  const script = "await import('./server/testing/support/postgres.ts'); process.exitCode = 3"
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', script]).status).toBe(3)
})
