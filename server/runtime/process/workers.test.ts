import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

type Line = { msg: string; pid: number; address: string }

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test('as many workers as are asked for share one address', async () => {
  const site = start({ WEB_CONCURRENCY: '3' })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(3), 60_000)
  expect(new Set(site.listening().map(({ address }) => address)).size).toBe(1)
  expect(new Set(site.listening().map(({ pid }) => pid)).size).toBe(3)
  expect((await fetch(`${site.listening()[0]?.address}/readyz`)).status).toBe(200)
})

test('a worker that dies is replaced, and the others go on meanwhile', async () => {
  const site = start({ WEB_CONCURRENCY: '2' })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
  const [first] = site.listening() as [Line]
  process.kill(first.pid, 'SIGKILL')
  await vi.waitFor(() => expect(site.replaced()).toHaveLength(1), 60_000)
  for (let count = 0; count < 10; count++) expect((await fetch(first.address)).status).toBe(200)
  await vi.waitFor(() => expect(site.listening()).toHaveLength(3), 60_000)
})

test('SIGTERM drains every worker without a failed request, and ends with 0', async () => {
  const site = start({ WEB_CONCURRENCY: '2' })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
  const [{ address }] = site.listening() as [Line]
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const statuses: (number | undefined)[] = []
  let told = false
  const visitors = Array.from({ length: 4 }, async () => {
    while (!told) {
      const { status, connection } = await visit(`${address}/pricing`, agent)
      statuses.push(status)
      told ||= connection === 'close'
      await sleep(5)
    }
  })
  const exit = once(site.child, 'exit')
  site.child.kill('SIGTERM')
  site.child.kill('SIGINT')
  await Promise.all(visitors)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await exit).toEqual([0, null])
  expect(site.lines.filter(({ msg }) => msg === 'stopped')).toHaveLength(2)
  agent.destroy()
})

test('a second site on the same port is refused, though workers share theirs', async () => {
  const site = start({ WEB_CONCURRENCY: '2' })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
  const { port } = new URL(String(site.listening()[0]?.address))
  const second = start({ WEB_CONCURRENCY: '2', PORT: port })
  expect(await once(second.child, 'exit')).toEqual([1, null])
  expect(second.lines.map(({ msg }) => msg)).toEqual([expect.stringContaining(`Port ${port} is taken`)])
})

test('metrics are those of all workers, whichever is asked', async () => {
  const METRICS_TOKEN = 'a-token-of-metrics'
  const site = start({ WEB_CONCURRENCY: '2', METRICS_TOKEN })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
  const [{ address }] = site.listening() as [Line]
  for (let count = 0; count < 6; count++) await visit(`${address}/healthz`, new Agent())
  for (let count = 0; count < 2; count++) {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' }
    const text = await (await fetch(`${address}/metrics`, { headers })).text()
    expect(text).toContain('{method="GET",route="/healthz",status="200"} 6')
    expect(text).toContain('site_database_up 1')
  }
})

test('what no worker can start with ends the start, told once', async () => {
  const dir = copyContent()
  breakContent(dir)
  const site = start({ WEB_CONCURRENCY: '3', CONTENT_DIR: dir })
  expect(await once(site.child, 'exit')).toEqual([1, null])
  expect(site.lines.filter(({ msg }) => msg.includes('site.yml'))).toHaveLength(1)
  expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'no worker can start' })
})

test('the process ends with 1 when its workers have died and none can start again', async () => {
  const dir = copyContent()
  const site = start({ WEB_CONCURRENCY: '2', CONTENT_DIR: dir })
  await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
  const exit = once(site.child, 'exit')
  breakContent(dir)
  const [first, second] = site.listening() as [Line, Line]
  process.kill(first.pid, 'SIGKILL')
  await vi.waitFor(() => expect(site.replaced()).toHaveLength(2), 60_000)
  expect((await fetch(first.address)).status).toBe(200)
  process.kill(second.pid, 'SIGKILL')
  expect(await exit).toEqual([1, null])
})

function copyContent(): string {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', dir, { recursive: true })
  return dir
}

function breakContent(dir: string): void {
  writeFileSync(join(dir, 'site.yml'), 'product: 1\n')
}

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: 'test-results/data',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: Line[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  return {
    child,
    lines,
    listening: () => lines.filter(({ msg }) => msg === 'listening'),
    replaced: () => lines.filter(({ msg }) => msg === 'worker died and is replaced'),
  }
}

function visit(address: string, agent: Agent): Promise<{ status?: number; connection?: string }> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      const { statusCode: status, headers } = answer
      answer.resume().on('end', () => resolve({ status, connection: headers.connection } as never))
    }).on('error', reject)
  })
}
