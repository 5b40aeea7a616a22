import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createReleases } from '../support/release-folders.ts'
import { spawnSite } from '../support/spawn-site.ts'

const paths = ['/', '/pricing', '/legal/terms?x=1', '/api/pricing', '/_content/releases?only=version']

/** A response's, or the code of an error without one. */
type Status = number | string

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

test('SIGUSR2 replaces the worker by the release that the link leads to, and not one request fails, even after a release that can’t start', async () => {
  const releases = createReleases()
  const [old = ''] = ['a', 'broken', 'b'].map(releases.add)
  releases.use('a')
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const site = spawnSite(
    { DATA_DIR: dataDir, WEB_CONCURRENCY: '1' },
    { args: [releases.main], cwd: releases.current },
  )
  stops.push(() => rmSync(dataDir, { recursive: true }), site.stop)
  await vi.waitFor(() => expect(site.listening).toHaveLength(1), 60_000)
  const address = String(site.listening[0]?.address)
  const load = putUnderLoad(address)
  const answered = async (count: number) => {
    const before = load.answers.length
    await vi.waitFor(() => expect(load.answers.length).toBeGreaterThan(before + count), 60_000)
  }
  await answered(8)

  releases.use('broken')
  rmSync(join(releases.current, 'content/site.yml'))
  site.child.kill('SIGUSR2')
  await vi.waitFor(
    () => expect(site.messages).toContain('a new worker can’t start, and the old ones go on'),
    60_000,
  )
  await answered(8)
  expect(site.messages).not.toContain('stopped')

  releases.use('b')
  writeFileSync(join(releases.current, 'dist/client/assets/only-of-b.css'), 'b{}')
  // A worker of the old release serves a file that a new page may ask for.
  const asset = await fetch(`${address}/assets/only-of-b.css`)
  expect([asset.status, await asset.text()]).toEqual([200, 'b{}'])
  const said = (text: string) => site.messages.filter((msg) => msg === text).length
  const replaceWorker = async (times: number) => {
    let finish = await beginRequest(address)
    site.child.kill('SIGUSR2')
    const isDraining = () =>
      vi.waitFor(() => said('draining') === times || Promise.reject(), 10_000).catch(() => false)
    // A start may take longer than the 30 seconds that a request’s body has.
    while (!(await isDraining())) {
      expect(await finish()).toBe(200)
      finish = await beginRequest(address)
    }
    await vi.waitFor(() => successorAnswersAlone(address), 60_000)
    expect(await finish()).toBe(200)
    await vi.waitFor(() => expect(said('workers replaced')).toBe(times), 60_000)
  }
  await replaceWorker(1)
  expect(site.releases.at(-1)).toBe('b')
  expect(said('stopped')).toBe(1)
  // The primary needs nothing of its own release.
  renameSync(old, `${old}.deleted`)
  await replaceWorker(2)
  await answered(8)
  await load.stop()
  expect((await fetch(`${site.listening.at(-1)?.address}/readyz`)).status).toBe(200)
  expect(new Set(load.answers)).toEqual(new Set([200]))
})

/** Half of the clients keep their connection. All pause, which leaves the cores to the new release. */
function putUnderLoad(address: string) {
  const answers: Status[] = []
  let stopped = false
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 })
    for (let count = client; !stopped; count++) {
      answers.push(await ask(`${address}${paths[count % paths.length]}`, agent))
      await sleep(100)
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

/** Waits until the site has a request's head. @returns sends the body, and tells the response's status */
async function beginRequest(address: string): Promise<() => Promise<Status>> {
  const headers = { expect: '100-continue' }
  const begun = request(`${address}/_content/releases`, { method: 'POST', headers })
  const status = new Promise<Status>((resolve) => {
    begun.on('response', (response) => resolve(Number(response.resume().statusCode)))
    begun.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  begun.flushHeaders()
  await once(begun, 'continue')
  return () => {
    begun.end('{}')
    return status
  }
}

/** A draining worker isn’t ready, and two workers share ten connections. */
async function successorAnswersAlone(address: string): Promise<void> {
  const headers = { connection: 'close' }
  for (let count = 0; count < 10; count++)
    expect((await fetch(`${address}/readyz`, { headers })).status).toBe(200)
}

async function ask(address: string, agent: Agent): Promise<Status> {
  try {
    const [answer] = await once(get(address, { agent }), 'response')
    for await (const _ of answer);
    return answer.statusCode
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
