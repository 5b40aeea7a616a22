import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { seedLicence } from '../support/licensing.ts'
import { passing } from '../support/shop.ts'
import { createTestApp } from '../support/test-app.ts'

/** Compares the time of sign-in requests for known and unknown addresses. A second known group shows the noise. */
const requests = 1000
const warmUp = 200
/** A busy machine measures fewer requests, and reports so. */
const longestMs = 120_000

const groups = ['known', 'known again', 'unknown'] as const
type Group = (typeof groups)[number]

const dataDir = mkdtempSync(join(tmpdir(), 'sign-in-'))
const site = await createTestApp({ DATA_DIR: dataDir }, { verifier: passing })
const server = createServer(site.app).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${apiRoutes.licencesLink}`

try {
  for (let index = 0; index < 50; index++) await seedLicence(site.ctx, { email: emailOf('known', index) })
  report(await measure())
} finally {
  server.closeAllConnections()
  server.close()
  await site.ctx.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<Record<Group, number[]>> {
  const times: Record<Group, number[]> = { known: [], 'known again': [], unknown: [] }
  const end = performance.now() + longestMs
  for (let index = -warmUp; index < requests && performance.now() < end; index++) {
    // Groups rotate, so that none always follows the same one.
    for (let place = 0; place < groups.length; place++) {
      const group = groups[(place + index + warmUp) % groups.length] as Group
      const took = await ask(emailOf(group, Math.abs(index) % 50))
      if (index >= 0) times[group].push(took)
    }
  }
  return times
}

/** All addresses have the same length. */
function emailOf(group: Group, index: number): string {
  return `${group === 'unknown' ? 'other' : 'buyer'}-${index}@example.com`
}

async function ask(email: string): Promise<number> {
  const body = JSON.stringify({ email, verification: 'token' })
  const start = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.text()
  if (answer.status !== 202) throw new Error(`answered ${answer.status}`)
  return performance.now() - start
}

function report(times: Record<Group, number[]>): void {
  const rows = groups.map((group) => [group, percentiles(times[group])] as const)
  const { known, ...others } = Object.fromEntries(rows) as Record<Group, number[]>
  console.log(`${times.known.length} requests of each group, in milliseconds`)
  print('', ['p50', 'p95', 'p99'])
  for (const [group, values] of rows) print(group, values.map(inMs))
  for (const [group, values] of Object.entries(others)) {
    print(
      `${group} − known`,
      values.map((value, index) => inMs(value - (known[index] ?? 0))),
    )
  }
}

function percentiles(times: number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((part) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN)
}

function print(label: string, cells: string[]): void {
  console.log(label.padEnd(22) + cells.map((cell) => cell.padStart(9)).join(''))
}

function inMs(value: number): string {
  return value.toFixed(3)
}
