import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

type Line = { msg: string; pid: number; address: string }

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

describe('a site of two workers', () => {
  const METRICS_TOKEN = 'a-token-of-metrics'
  const contentDir = copyContent()
  let site: ReturnType<typeof start>
  let address: string

  beforeAll(async () => {
    site = start({ WEB_CONCURRENCY: '2', METRICS_TOKEN, CONTENT_DIR: contentDir })
    // It serves the next tests too.
    started.splice(0)
    await vi.waitFor(() => expect(site.listening()).toHaveLength(2), 60_000)
    address = String(site.listening()[0]?.address)
  })
  afterAll(() => void site.child.kill('SIGKILL'))

  test('has one address', async () => {
    expect(new Set(site.listening().map((each) => each.address)).size).toBe(1)
    expect(new Set(site.listening().map(({ pid }) => pid)).size).toBe(2)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  test('has the metrics of all, whichever is asked', async () => {
    for (let count = 0; count < 6; count++) await visit(`${address}/healthz`, new Agent())
    for (let count = 0; count < 2; count++) {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' }
      const text = await (await fetch(`${address}/metrics`, { headers })).text()
      expect(text).toContain('{method="GET",route="/healthz",status="200"} 6')
      expect(text).toContain('site_database_up 1')
      expect(text).toMatch(/^process_start_time_seconds [1-9]/m)
    }
  })

  test('lets no second site have its port, though its workers share it', async () => {
    const { port } = new URL(address)
    const second = start({ WEB_CONCURRENCY: '2', PORT: port })
    expect(await once(second.child, 'exit')).toEqual([1, null])
    expect(second.lines.map(({ msg }) => msg)).toEqual([expect.stringContaining(`Port ${port} is taken`)])
  })

  test('replaces one that dies, and the other goes on meanwhile', async () => {
    process.kill(Number(site.listening()[0]?.pid), 'SIGKILL')
    await vi.waitFor(() => expect(site.replaced()).toHaveLength(1), 60_000)
    for (let count = 0; count < 10; count++) expect((await fetch(address)).status).toBe(200)
    await vi.waitFor(() => expect(site.listening()).toHaveLength(3), 60_000)
  })

  test('replaces both by SIGUSR2 without a failed request, by kept connections or new ones', async () => {
    const statuses: (number | undefined)[] = []
    let replaced = false
    const visitors = [true, true, false, false].map(async (keepAlive) => {
      const agent = new Agent({ keepAlive })
      for (; !replaced; await sleep(50)) statuses.push(await visit(`${address}/pricing`, agent))
      agent.destroy()
    })
    const said = (text: string) => site.lines.filter(({ msg }) => msg === text)
    site.child.kill('SIGUSR2')
    await vi.waitFor(() => expect(said('workers replaced')).toHaveLength(1), 60_000)
    expect(said('stopped')).toHaveLength(2)
    replaced = true
    await Promise.all(visitors)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('ends with 1 when both have died and none can start again', async () => {
    const exit = once(site.child, 'exit')
    breakContent(contentDir)
    const [first, second] = site.listening().slice(-2) as [Line, Line]
    process.kill(first.pid, 'SIGKILL')
    await vi.waitFor(() => expect(site.replaced()).toHaveLength(1 + 2), 60_000)
    expect((await fetch(address)).status).toBe(200)
    process.kill(second.pid, 'SIGKILL')
    expect(await exit).toEqual([1, null])
  })
})

test('what no worker can start with ends the start, told once', async () => {
  const dir = copyContent()
  breakContent(dir)
  const site = start({ WEB_CONCURRENCY: '2', CONTENT_DIR: dir })
  expect(await once(site.child, 'exit')).toEqual([1, null])
  expect(site.lines.filter(({ msg }) => msg.includes('site.yml'))).toHaveLength(1)
  expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'no worker can start' })
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

/** @returns the status of the answer */
function visit(address: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    }).on('error', reject)
  })
}
