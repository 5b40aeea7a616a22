import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test, vi } from 'vitest'
import { root } from '../runtime/root.ts'
import { type Ran, runAdmin } from '../testing/support/admin.ts'
import { copyContent } from '../testing/support/fixture-content.ts'
import { freePort } from '../testing/support/free-port.ts'

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
  expect([status, stderr]).toEqual([2, expect.stringContaining('no option --loud')])
})

test('serve fills in the variables of a site’s folder, for this machine alone', async () => {
  const port = await freePort()
  const served = spawn(process.execPath, [main, 'content', 'serve', 'content', '--port', String(port)], {
    env: { DATA_DIR: join(dir, 'data') },
  })
  const [said] = await once(createInterface(served.stdout), 'line')
  expect(said).toBe(`Serving content at http://127.0.0.1:${port}/_content`)
  const answer = await fetch(`http://127.0.0.1:${port}/_content/legal/terms`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('{{product}}')])
  await expect(fetch(`http://${outerAddress()}:${port}/_content`)).rejects.toThrow()
  served.kill('SIGTERM')
  expect(await once(served, 'exit')).toEqual([0, null])
})

test('serve names a taken port, and listens where HOST says', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const serve = (settings: NodeJS.ProcessEnv) =>
    runAdmin({ DATA_DIR: join(dir, 'data'), ...settings }, 'content', 'serve', 'content', '--port', `${port}`)
  const refused = await serve({})
  const nowhere = await serve({ HOST: '192.0.2.1' })
  taken.close()
  expect([refused.status, refused.stderr]).toEqual([
    1,
    `Port ${port} is taken by another program: stop it, or give --port a free one.\n`,
  ])
  expect(nowhere.stderr).toContain('This machine has no address 192.0.2.1')
})

const main = join(root, 'dist/server/admin.js')

/** An address of this machine in its network, if it has one. */
function outerAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.3'
}

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
