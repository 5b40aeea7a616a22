import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { openSqlite } from '../runtime/db/database.ts'
import { passingToken, startRecaptcha } from '../testing/support/recaptcha-server.ts'
import { cartBody } from '../testing/support/shop.ts'
import { spawnSite } from '../testing/support/spawn-site.ts'

/** Packages are links. With these flags each finds only packages of the tree, not installed ones. */
const flags = ['--preserve-symlinks', '--preserve-symlinks-main']
const run = promisify(execFile)

let tree: string
beforeAll(() => {
  tree = prunedTree()
})
afterAll(() => rmSync(tree, { recursive: true }))

test('migrates by the Procfile’s command, starts, sells with a tax invoice, and backs up', async () => {
  const environment = { DATA_DIR: join(tree, 'data') }
  const runIn = (...args: string[]) =>
    run(process.execPath, [...flags, ...args], { cwd: tree, env: environment })
  const admin = (...args: string[]) => runIn('dist/server/admin.js', ...args)
  const [, release = ''] = /^release: node (.+)$/m.exec(readFileSync('Procfile', 'utf8')) ?? []
  await runIn(...release.split(' '))

  const recaptcha = await startRecaptcha()
  const site = spawnSite(
    { ...environment, RECAPTCHA_BASE_URL: recaptcha.url },
    { args: [...flags, 'dist/server/main.js'], cwd: tree },
  )
  try {
    const { address } = await vi.waitFor(() => site.listening[0] ?? Promise.reject(), 60_000)
    for (const path of [routes.home, routes.article('check-the-file-before-you-install-it')]) {
      const page = await fetch(address + path)
      expect([path, page.status]).toEqual([path, 200])
      expect(await page.text()).toContain('</html>')
    }
    const malformed = await fetch(`${address}/%E0%A4%A`)
    expect(malformed.status).toBe(404)
    expect(await malformed.text()).toContain('/%25E0%25A4%25A')
    const placed = await fetch(address + apiRoutes.checkout, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a-key-of-this-very-test' },
      body: JSON.stringify(cartBody({ paymentMethod: 'invoice', verification: passingToken() })),
    })
    expect(placed.status).toBe(201)
    const { order, accessToken } = await placed.json()
    await admin('orders', 'mark-paid', order.id)
    const headers = { Authorization: `Bearer ${accessToken}` }
    const invoice = await fetch(address + apiRoutes.invoice(order.id), { headers })
    expect(await invoice.text()).toMatch(/^%PDF-1\.7/)

    await admin('db', 'backup', join(tree, 'copies'))
    const file = readdirSync(join(tree, 'copies')).find((name) => name.endsWith('.db')) ?? ''
    const copy = openSqlite(join(tree, 'copies', file))
    expect(await copy.db.selectFrom('orders').select(['id', 'status']).execute()).toEqual([
      { id: order.id, status: 'paid' },
    ])
    await copy.close()
  } finally {
    expect(await site.stop()).toEqual([0, null])
    await recaptcha.close()
  }
})

test('a stack names sources and their lines', async () => {
  const failing = run(process.execPath, [...flags, '--import', brokenHttp, 'dist/server/main.js'], {
    cwd: tree,
    env: { DATA_DIR: join(tree, 'stack'), PORT: '0' },
  })
  const stdout = expect.stringMatching(/listen \(\S+\/server\/web\/http\/listen\.ts:\d+:\d+\)/)
  await expect(failing).rejects.toMatchObject({ stdout })
})

/** Importing this module breaks `http.createServer`. */
const brokenHttp = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http'
  import { syncBuiltinESMExports } from 'node:module'
  http.createServer = () => { throw new Error('planted') }
  syncBuiltinESMExports()
`)}`

test('no library in the bundle reads files beside itself, but for the log’s workers, which are never started', () => {
  const lines = globSync('dist/server/**/*.js').flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const reading = lines.filter((line) => /\b(__dirname|__filename)\b/.test(line))
  expect(reading.filter((line) => !/"(worker|file)\.js"/.test(line))).toEqual([])
})

test('a tree that was pruned before its build is refused in one sentence', () => {
  const unbuilt = mkdtempSync(join(tmpdir(), 'unbuilt-'))
  cpSync('server/build', join(unbuilt, 'server/build'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'vite.config.ts'])
    cpSync(file, join(unbuilt, file))
  const start = () =>
    execFileSync(process.execPath, ['server/build/main.ts', '--if-stale'], { cwd: unbuilt, stdio: 'pipe' })
  expect(start).toThrow(/--if-stale\nThe site has not been built[^\n]+\n$/)
  rmSync(unbuilt, { recursive: true })
})

test('a first build speaks before it loads or reads anything', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'fresh-'))
  cpSync('server/build', join(fresh, 'server/build'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(fresh, file))
  symlinkSync(resolve('node_modules'), join(fresh, 'node_modules'))
  // Without sources it soon ends.
  const { stderr } = spawnSync(process.execPath, ['server/build/main.ts', '--if-stale'], {
    cwd: fresh,
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^Building 1 of 4: the server\n/)
  rmSync(fresh, { recursive: true })
})

/** Imitates `npm prune --omit=dev`: no sources, no TypeScript, no Vite. */
function prunedTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pruned-'))
  for (const part of ['dist', 'content', 'public', 'package.json']) {
    cpSync(part, join(folder, part), { recursive: true })
  }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const [path, { dev }] of Object.entries<{ dev?: true }>(packages)) {
    // Nested packages come with their parent. Packages of other platforms aren't installed.
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || !existsSync(path)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(resolve(path), join(folder, path))
  }
  return folder
}
