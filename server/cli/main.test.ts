import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

const full = '/dev/full'

test.runIf(existsSync(full)).each(['', '--version', 'accounts list', 'orders list --csv'])(
  '%j fails where its result can’t be written',
  async (words) => {
    const { stdout, stderr } = await inShell(`$admin ${words} >${full}; echo $?`)
    expect([stdout, stderr.match(/The result.*/g)]).toEqual([
      '1\n',
      [expect.stringContaining('The result can’t be written: ENOSPC')],
    ])
  },
)

test.each(['accounts list', 'accounts list 2>&1', 'orders list --csv', 'orders nothing 2>&1'])(
  'a reader may leave before the result of %j comes',
  async (words) => {
    const { stdout, stderr } = await inShell(`{ { $admin ${words}; echo $? >&3; } | true; } 3>&1`)
    const status = words.includes('nothing') ? '2\n' : '0\n'
    expect([stdout, stderr]).toEqual([
      status,
      words.includes('2>&1') ? '' : expect.stringMatching(/^Database: .*\n$/),
    ])
  },
)

/** `$admin` is the command line, on an empty database. */
async function inShell(script: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  await run(dataDir, 'db', 'migrate')
  const env = { DATA_DIR: dataDir, PATH: process.env.PATH, admin: `${process.execPath} ${main}` }
  const ran = await promisify(execFile)('sh', ['-c', script], { env })
  rmSync(dataDir, { recursive: true })
  return ran
}

const main = join(root, 'dist/server/admin.js')

function run(dataDir: string, ...args: string[]): Promise<[status: number, stdout: string, stderr: string]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { DATA_DIR: dataDir } }, (error, stdout, stderr) =>
      resolve([error ? Number(error.code) : 0, stdout, stderr]),
    )
  })
}
