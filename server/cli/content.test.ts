import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'

// Each test starts a process, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 30_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'content-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('check names every broken file with its line', async () => {
  writeFileSync(join(dir, 'good.md'), 'x')
  writeFileSync(join(dir, 'broken.json'), '{\n"a": }')
  writeFileSync(join(dir, 'odd.md'), '---\ntitle: true\n---\n')
  const { status, stdout } = await admin('content', 'check', dir, '--json')
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    documents: 2,
    errors: [expect.stringContaining(`${join(dir, 'broken.json')}:2: `)],
    warnings: [expect.stringContaining('odd.md: title')],
  })
})

test('help lists the commands, and one of them', async () => {
  expect((await admin('--help')).stdout).toContain('content serve DIR --port N')
  expect((await admin('content', 'serve', '--help')).stdout).toContain('CONTENT_DRAFTS=1')
})

test('an unknown command or option is an error', async () => {
  expect((await admin('content', 'bake')).status).toBe(2)
  const { status, stderr } = await admin('content', 'check', '--loud')
  expect([status, stderr]).toEqual([1, expect.stringContaining('--loud')])
})

function admin(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}
