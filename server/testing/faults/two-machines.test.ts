import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { startBalancer } from '../support/balancer.ts'
import { describeOnPostgres } from '../support/databases.ts'
import { passingToken, startRecaptcha } from '../support/recaptcha-server.ts'
import { createReleases } from '../support/release-folders.ts'
import { cartBody } from '../support/shop.ts'
import { newSigningKey } from '../support/signing-key.ts'
import { type SpawnedSite, spawnSite } from '../support/spawn-site.ts'

const patience = { timeout: 60_000 }

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type Machine = { site: SpawnedSite; address: string; upgrade(): Promise<void> }

describeOnPostgres('two machines behind a balancer', ({ create }) => {
  test('one upgraded after the other and one killed, while orders come in: nothing lost, nothing twice', async () => {
    const { environment, database } = await create()
    const recaptcha = await startRecaptcha()
    stops.push(recaptcha.close)
    const shared = {
      DATABASE_URL: environment.DATABASE_URL,
      LICENCE_SIGNING_KEY: newSigningKey(),
      RECAPTCHA_BASE_URL: recaptcha.url,
    }
    const machines = await Promise.all([startMachine(shared), startMachine(shared)])
    const balancer = await startBalancer(machines.map(({ address }) => address))
    stops.push(balancer.close)

    const load = putUnderLoad(balancer.address)
    await vi.waitFor(() => expect(load.placed.length).toBeGreaterThan(10), patience)
    for (const machine of machines) await machine.upgrade()
    expect(load.failed).toEqual([])

    const { site, address } = machines[randomInt(2)] as Machine
    kill(site)
    const before = load.placed.length
    await vi.waitFor(() => expect(load.placed.length).toBeGreaterThan(before + 10), patience)
    const { db } = database
    await load.stop(() => db.updateTable('idempotency_keys').set({ leased_until: null }).execute())
    // Only requests in the killed machine's hands break.
    expect(load.failed).toEqual(balancer.broken.map(() => 502))
    expect(balancer.broken.filter((machine) => machine !== address)).toEqual([])

    const placed = load.placed.toSorted()
    const orders = await db.selectFrom('orders').select(['id', 'number']).execute()
    expect(orders.map(({ id }) => id).sort()).toEqual(placed)
    expect(new Set(orders.map(({ number }) => number)).size).toBe(placed.length)
    const mails = await db
      .selectFrom('mails')
      .select('order_id')
      .where('kind', '=', 'order_received')
      .execute()
    expect(mails.map(({ order_id }) => order_id).sort()).toEqual(placed)
  })
})

async function startMachine(shared: NodeJS.ProcessEnv): Promise<Machine> {
  const releases = createReleases()
  for (const name of ['a', 'b']) releases.add(name)
  releases.use('a')
  const dataDir = mkdtempSync(join(tmpdir(), 'machine-'))
  const site = spawnSite(
    { ...shared, DATA_DIR: dataDir, WEB_CONCURRENCY: '1' },
    { args: [releases.main], cwd: releases.current },
  )
  stops.push(() => rmSync(dataDir, { recursive: true, force: true }))
  stops.push(() => (site.child.signalCode === null ? site.stop() : null))
  await vi.waitFor(() => expect(site.listening).toHaveLength(1), patience)
  return {
    site,
    address: String(site.listening[0]?.address),
    async upgrade() {
      releases.use('b')
      site.child.kill('SIGUSR2')
      await vi.waitFor(() => expect(site.messages).toContain('workers replaced'), patience)
      expect(site.releases.at(-1)).toBe('b')
    },
  }
}

/** Imitates a power failure. */
function kill({ child, listening }: SpawnedSite): void {
  process.kill(Number(listening.at(-1)?.pid), 'SIGKILL')
  child.kill('SIGKILL')
}

/** Visitors read pages and buy, and repeat broken purchases under their key, as browsers do. */
function putUnderLoad(address: string) {
  const placed: string[] = []
  const failed: number[] = []
  /** Keys that a dead process leased. */
  const leased: string[] = []
  let stopped = false
  const working = Array.from({ length: 3 }, async () => {
    while (!stopped) {
      const page = await fetch(address + routes.pricing)
      if (page.status !== 200) failed.push(page.status)
      const key = randomUUID()
      if (!(await buy(key))) leased.push(key)
      // Visitors pause, which leaves most of a core to the new release.
      await sleep(200)
    }
  })
  return {
    placed,
    failed,
    /** @param endLeases ends dead processes' leases */
    async stop(endLeases: () => Promise<unknown>) {
      stopped = true
      await Promise.all(working)
      await endLeases()
      for (const key of leased) expect(await buy(key)).toBe(true)
    },
  }

  async function buy(key: string): Promise<boolean> {
    for (;;) {
      const answer = await fetch(address + apiRoutes.checkout, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(cartBody({ paymentMethod: 'invoice', verification: passingToken() })),
      })
      const { order } = await answer.json().catch(() => ({}))
      if (answer.ok) placed.push(order.id)
      if (answer.ok || answer.status === 409) return answer.ok
      failed.push(answer.status)
    }
  }
}
