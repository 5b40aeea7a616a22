import { once } from 'node:events'
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createReleases, type Releases } from '../support/release-folders.ts'
import { type SpawnedSite, spawnSite } from '../support/spawn-site.ts'

const paths = ['/', '/pricing', '/legal/terms?x=1', '/api/pricing', '/_content/releases?only=version']

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

test('SIGUSR2 replaces a worker by the release that the link leads to, and not one request fails', async () => {
  const releases = createReleases()
  const site = await start(releases, 1)
  await upgradeUnderLoad(site, releases, 1)

  site.child.kill('SIGUSR2')
  const replaced = () => site.messages.filter((msg) => msg === 'workers replaced')
  await vi.waitFor(() => expect(replaced()).toHaveLength(2), 60_000)
  expect((await fetch(`${site.listening.at(-1)?.address}/readyz`)).status).toBe(200)
})

test('two workers go on when a release can’t start, and are replaced by one that can, and not one request fails', async () => {
  const releases = createReleases()
  const site = await start(releases, 2)
  rmSync(join(releases.add('broken'), 'content/site.yml'))
  releases.use('broken')
  site.child.kill('SIGUSR2')
  await vi.waitFor(
    () => expect(site.messages).toContain('a new worker can’t start, and the old ones go on'),
    60_000,
  )
  expect((await fetch(`${site.listening[0]?.address}/`)).status).toBe(200)
  expect(site.messages).not.toContain('stopped')

  await upgradeUnderLoad(site, releases, 2)
})

/** Replaces the workers of release `a` by `b` under load. */
async function upgradeUnderLoad(site: SpawnedSite, releases: Releases, workers: number): Promise<void> {
  releases.add('b')
  const load = putUnderLoad(String(site.listening[0]?.address))
  await vi.waitFor(() => expect(load.answers.length).toBeGreaterThan(200), 60_000)

  const old = realpathSync(releases.current)
  releases.use('b')
  writeFileSync(join(releases.current, 'dist/client/assets/only-of-b.css'), 'b{}')
  // A worker of the old release serves a file that a new page may ask for.
  const asset = await fetch(`${site.listening[0]?.address}/assets/only-of-b.css`)
  expect([asset.status, await asset.text()]).toEqual([200, 'b{}'])
  site.child.kill('SIGUSR2')
  await vi.waitFor(() => expect(site.messages).toContain('workers replaced'), 60_000)
  // The primary needs nothing of its own release.
  renameSync(old, `${old}.deleted`)
  const before = load.answers.length
  await vi.waitFor(() => expect(load.answers.length).toBeGreaterThan(before + 100), 60_000)
  await load.stop()

  expect(new Set(load.answers)).toEqual(new Set([200]))
  expect(site.releases.slice(-workers)).toEqual(Array(workers).fill('b'))
  expect(site.messages.filter((msg) => msg === 'stopped')).toHaveLength(workers)
}

/** Starts release `a`. */
async function start(releases: Releases, workers: number): Promise<SpawnedSite> {
  releases.add('a')
  releases.use('a')
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const site = spawnSite(
    { DATA_DIR: dataDir, WEB_CONCURRENCY: String(workers) },
    { args: [releases.main], cwd: releases.current },
  )
  stops.push(() => rmSync(dataDir, { recursive: true }), site.stop)
  await vi.waitFor(() => expect(site.listening).toHaveLength(workers), 60_000)
  return site
}

/** Half of the clients keep their connection. They pause, which leaves most of a core to the new release. */
function putUnderLoad(address: string) {
  const answers: (number | string)[] = []
  let stopped = false
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 })
    for (let count = client; !stopped; count++) {
      answers.push(await ask(`${address}${paths[count % paths.length]}`, agent))
      await sleep(5)
    }
    agent.destroy()
  })
  return {
    answers,
    stop() {
      stopped = true
      return Promise.all(clients)
    },
  }
}

async function ask(address: string, agent: Agent): Promise<number | string> {
  try {
    const [answer] = await once(get(address, { agent }), 'response')
    for await (const _ of answer);
    return answer.statusCode
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
