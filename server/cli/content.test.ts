import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Ran, runAdmin } from '../testing/admin.ts'
import { copyContent } from '../testing/fixture-content.ts'

// Each test starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const dir = mkdtempSync(join(tmpdir(), 'content-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('check names every broken file of a folder of documents with its line', async () => {
  writeFileSync(join(dir, 'good.md'), 'x')
  writeFileSync(join(dir, 'broken.json'), '{\n"a": }')
  writeFileSync(join(dir, 'odd.md'), '---\ntitle: true\n---\n')
  const { status, stdout } = await admin('content', 'check', dir, '--documents', '--json')
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    documents: 2,
    errors: [expect.stringContaining(`${join(dir, 'broken.json')}:2: `)],
    warnings: [expect.stringContaining('odd.md: title')],
  })
})

test('the example of staff works once uncommented, and a second list is told once, with its line', async () => {
  const content = copyContent()
  const environment = { CONTENT_DIR: content, DATA_DIR: join(dir, 'data') }
  const file = join(content, 'site.yml')
  const source = readFileSync(file, 'utf8')
  const example = /^#(staff:\n)#( +- email: \S+\n)#( +role: owner\n)/m
  const uncommented = source.replace(example, '$1$2$3')
  writeFileSync(file, uncommented)
  expect((await runAdmin(environment, 'content', 'check')).status).toBe(0)
  await runAdmin(environment, 'db', 'migrate')
  expect((await runAdmin(environment, 'desk', 'link', 'you@example.com')).stdout).toContain(
    '/desk/open?token=',
  )
  writeFileSync(file, `${uncommented}\nstaff: []\n`)
  const line = uncommented.split('\n').length + 1
  const told = `${file}:${line}: staff stands here a second time: keep one of them\n`
  for (const command of [['content', 'check'], ['doctor'], ['desk', 'link', 'you@example.com']]) {
    expect((await runAdmin(environment, ...command)).stderr).toBe(told)
  }
})

test('check says of a site’s folder exactly what the start says', async () => {
  const content = copyContent()
  const environment = { CONTENT_DIR: content, DATA_DIR: join(dir, 'data'), PORT: '0' }
  const fine = await runAdmin(environment, 'content', 'check')
  expect([fine.status, fine.stdout]).toEqual([
    0,
    expect.stringMatching(/^\d+ documents, 0 errors, 0 warnings\n$/),
  ])

  replaceIn(join(content, 'pricing.yml'), '8900', '"ninety"')
  replaceIn(join(content, 'pages/pricing.yml'), 'questions:', 'questons:')
  replaceIn(join(content, 'news/version-2-3.md'), 'date:', 'datum:')
  const checked = await runAdmin(environment, 'content', 'check')
  expect([checked.status, checked.stderr.split('\n').length]).toEqual([1, 6])
  expect((await admin('content', 'check', content)).stderr).toBe(checked.stderr)
  const started = await start(environment)
  expect([started.status, `${JSON.parse(started.stdout).msg}\n`]).toEqual([1, checked.stderr])
})

test('reload without a running site says so', async () => {
  const { status, stderr } = await runAdmin({ DATA_DIR: join(dir, 'nowhere') }, 'content', 'reload')
  expect([status, stderr]).toEqual([1, expect.stringContaining('No process of the site runs on')])
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

function start(environment: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/server/main.js'], { env: environment }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

function admin(...args: string[]): Promise<Ran> {
  return runAdmin({}, ...args)
}

function replaceIn(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}
