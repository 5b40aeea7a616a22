import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '#shared/routes.ts'
import { seedLicence } from '../testing/licensing.ts'
import { passing } from '../testing/shop.ts'
import { createTestApp } from '../testing/test-app.ts'

/**
 * Compares how long asking for a link takes for addresses that are known and unknown. Two groups of known ones show what
 * noise is.
 */
const requests = 1000
const dataDir = mkdtempSync(join(tmpdir(), 'sign-in-'))
const site = await createTestApp({ DATA_DIR: dataDir }, { verifier: passing })
const server = createServer(site.app).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const known = await Promise.all(
  Array.from({ length: 50 }, async (_, index) => {
    const email = `buyer-${index}@example.com`
    await seedLicence(site.ctx, { email })
    return email
  }),
)
const groups = {
  known: (index: number) => known[index % known.length] as string,
  'known again': (index: number) => known[index % known.length] as string,
  unknown: (index: number) => `other-${index % known.length}@example.com`,
}
const times: Record<string, number[]> = {}
for (let index = -200; index < requests; index++) {
  // The order changes, so no group is always asked after the same one.
  const names = Object.entries(groups).toSorted(() => Math.random() - 0.5)
  for (const [name, emailOf] of names) {
    const took = await ask(emailOf(Math.abs(index)))
    if (index >= 0) times[name] = [...(times[name] ?? []), took]
  }
}
const medians = Object.entries(times).map(([name, all]) => {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] as number
  const line = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map((part) => at(part).toFixed(3).padStart(9))
  console.log(`${name.padEnd(12)} ms at p5, p25, p50, p75, p95, p99:${line.join('')}`)
  return at(0.5)
})
const [first = 0, again = 0, unknown = 0] = medians
console.log(
  `medians apart: known and known again ${apart(first, again)}, known and unknown ${apart(first, unknown)}`,
)

server.close()
await site.ctx.close()
rmSync(dataDir, { recursive: true, force: true })

async function ask(email: string): Promise<number> {
  const body = JSON.stringify({ email, verification: 'token' })
  const start = performance.now()
  const answer = await fetch(origin + apiRoutes.licencesLink, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.text()
  if (answer.status !== 202) throw new Error(`answered ${answer.status}`)
  return performance.now() - start
}

function apart(a: number, b: number): string {
  return `${Math.abs(a - b).toFixed(3)} ms (${((100 * Math.abs(a - b)) / a).toFixed(1)} %)`
}
