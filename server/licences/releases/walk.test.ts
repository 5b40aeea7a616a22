import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { updateRoutes } from '#shared/routes/api-routes.ts'
import { checkForUpdates } from '../../testing/support/electron-updater.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { stagingIdAt } from '../../testing/support/staging-id.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'
import { setRollout, withdraw } from './change-rollout.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const clock = () => new Date('2027-06-01T02:00:00Z')
const signature = `${'A'.repeat(86)}==`

let site: TestApp
let origin: string
let close: () => Promise<void>

/** Twenty installations of 9.0.0, one for each five percent; every tenth follows the beta. */
const clients = Array.from({ length: 20 }, (_, index) => ({
  stagingId: stagingIdAt((index + 0.5) / 20),
  isBeta: index % 10 === 0,
  /** Sparkle draws one of seven. */
  group: index % 7,
}))

beforeAll(async () => {
  await add('9.0.0', '2027-01-01')
  site = await createTestApp({ CONTENT_DIR: contentDir }, { clock })
  const server = createServer(site.app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.closeAllConnections()
    server.close()
    await site.ctx.close()
  }
})
afterAll(async () => {
  await close()
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

async function add(version: string, date: Day, rollout?: number) {
  const names = ['x64.exe', 'universal-mac.zip'].map((kind) => `App-${version}-${kind}`)
  for (const [index, path] of writeFiles(filesDir, names).entries()) {
    await addFiles({
      contentDir,
      version,
      paths: [path],
      said: {},
      sparkleSignature: signature,
      clock,
      details: index === 0 ? { summary: 'New.', date, rollout } : {},
    })
  }
}

const steps: [string, () => Promise<unknown>][] = [
  ['9.0.0 for all', async () => {}],
  ['9.1.0-beta.1', () => add('9.1.0-beta.1', '2027-05-01')],
  ['9.1.0 at 5', () => add('9.1.0', '2027-05-02', 5)],
  ['9.1.0 at 25', () => setRollout(contentDir, '9.1.0', 25)],
  ['9.1.0 at 100', () => setRollout(contentDir, '9.1.0', 100)],
  ['9.2.0 at 25', () => add('9.2.0', '2027-05-03', 25)],
  ['9.2.0 withdrawn', () => withdraw(contentDir, '9.2.0')],
]

type Counts = Record<string, number>

/** What the twenty find at a step, by their updater. */
async function offers(): Promise<Record<'electron' | 'sparkle' | 'winSparkle', Counts>> {
  const electron: string[] = []
  const [sparkle, winSparkle]: [string[], string[]] = [[], []]
  // Sparkle says nothing about its client, so all read one feed.
  const items = await readItems('')
  for (const { stagingId, isBeta, group } of clients) {
    const channel = isBeta ? ('beta' as const) : ('latest' as const)
    const events = await checkForUpdates(origin, {
      version: '9.0.0',
      stagingId,
      channel,
      allowDowngrade: false,
    })
    electron.push(String(events[0]).replace('available ', ''))
    const mine = items.find(
      (item) => item.os === 'macos' && (isBeta || !item.isBeta) && item.elapsed >= item.interval * group,
    )
    sparkle.push(newer(mine?.version))
    const own = await readItems(isBeta ? '?channel=beta' : '', { 'X-User-Staging-Id': stagingId })
    winSparkle.push(newer(own.find(({ os }) => os === 'windows-x64')?.version))
  }
  return { electron: count(electron), sparkle: count(sparkle), winSparkle: count(winSparkle) }
}

const newer = (version = 'none') => (version === '9.0.0' ? 'none' : version)

async function readItems(query: string, headers: Record<string, string> = {}) {
  const { text } = await supertest(site.app)
    .get(updateRoutes.appcast + query)
    .set(headers)
  return [...text.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => {
    const read = (pattern: RegExp) => pattern.exec(item)?.[1]
    return {
      version: read(/<sparkle:shortVersionString>(.*?)</),
      os: read(/sparkle:os="(.*?)"/),
      isBeta: item.includes('<sparkle:channel>beta<'),
      interval: Number(read(/<sparkle:phasedRolloutInterval>(.*?)</) ?? 0),
      elapsed: (clock().getTime() - Date.parse(String(read(/<pubDate>(.*?)</)))) / 1000,
    }
  })
}

function count(versions: string[]): Counts {
  return Object.fromEntries(
    [...Map.groupBy(versions, (version) => version)].map(([key, all]) => [key, all.length]),
  )
}

test('a version goes from beta to five, 25 and 100 percent, and the next is withdrawn at 25', async () => {
  const table: Record<string, Awaited<ReturnType<typeof offers>>> = {}
  for (const [name, step] of steps) {
    await step()
    ;(await site.ctx.library.prepare()).apply()
    table[name] = await offers()
  }
  const alike = (counts: Counts) => ({ electron: counts, sparkle: counts, winSparkle: counts })
  /** Sparkle lets in one of its seven groups, three of the twenty. */
  const phased = (counts: Counts, ofSparkle: Counts) => ({ ...alike(counts), sparkle: ofSparkle })
  const first = { none: 16, '9.1.0-beta.1': 1, '9.1.0': 3 }
  expect(table).toEqual({
    '9.0.0 for all': alike({ none: 20 }),
    '9.1.0-beta.1': alike({ none: 18, '9.1.0-beta.1': 2 }),
    '9.1.0 at 5': phased({ none: 18, '9.1.0-beta.1': 1, '9.1.0': 1 }, first),
    '9.1.0 at 25': phased({ none: 14, '9.1.0-beta.1': 1, '9.1.0': 5 }, first),
    '9.1.0 at 100': alike({ '9.1.0': 20 }),
    '9.2.0 at 25': phased({ '9.1.0': 15, '9.2.0': 5 }, { '9.1.0': 17, '9.2.0': 3 }),
    '9.2.0 withdrawn': alike({ '9.1.0': 20 }),
  })
})
