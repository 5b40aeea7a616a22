import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../runtime/root.ts'

// Starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test('the command line is a process of its own, with an exit status', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  const database = `Database: ${join(dataDir, 'site.db')}\n`
  expect((await run(dataDir, 'db', 'migrate'))[0]).toBe(0)
  expect(await run(dataDir, 'orders', 'list')).toEqual([0, 'No orders.\n', database])
  expect(await run(dataDir, 'doctor')).toEqual([1, expect.any(String), database])
  expect(await run(dataDir, 'orders', 'show', '2026-000001')).toEqual([
    1,
    '',
    `${database}There is no order 2026-000001.\n`,
  ])
  expect(await run(dataDir, 'order', 'list')).toEqual([
    2,
    '',
    'There is no command "order". Is "orders" meant?\n',
  ])
  rmSync(dataDir, { recursive: true })
})

const main = join(root, 'dist/server/admin.js')

function run(dataDir: string, ...args: string[]): Promise<[status: number, stdout: string, stderr: string]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { DATA_DIR: dataDir } }, (error, stdout, stderr) =>
      resolve([error ? Number(error.code) : 0, stdout, stderr]),
    )
  })
}
