import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createToken } from '../desk/sign-in/tokens.ts'
import { root } from '../root.ts'
import { startPostgres } from '../testing/postgres.ts'
import { type Contestant, start } from './contestant.ts'
import { fillShop } from './fill-shop.ts'

/**
 * Measures the desk of a busy shop, and visitors at the same time: `npm run bench -- desk [--orders N] [--engine
 * sqlite|postgres]`.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { orders: { type: 'string', default: '500000' }, engine: { type: 'string' } },
})
const orders = Number(values.orders)
const staff = 'bench@example.com'
/** Requests per address, each with other words. */
const times = 40
const targetMs: Record<string, number> = { search: 100, orders: 50, licences: 50 }

const words = ['ada', 'quokka', 'harbour', 'grammar', 'theatre', 'lorem', 'nowhere', 'zebra']
const word = (index: number) => words[index % words.length] ?? ''
const numbered = (index: number) => `2026-${String((index * 7919) % orders).padStart(6, '0')}`

const addresses: Record<string, (index: number) => string> = {
  search: (index) => `search?q=${index % 2 ? word(index) : numbered(index)}`,
  orders: (index) => `orders?${['', 'status=pending', 'method=transfer', `q=${word(index)}`][index % 4]}`,
  order: (index) => `orders/${numbered(index)}`,
  licences: (index) => `licences?${index % 2 ? `q=${word(index)}` : ''}`,
  overview: () => 'overview',
  books: (index) => `books?basis=${index % 2 ? 'cash' : 'accrual'}`,
}

const dir = mkdtempSync(join(tmpdir(), 'bench-desk-'))
try {
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (values.engine === undefined || values.engine === engine) await bench(engine)
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function bench(engine: 'sqlite' | 'postgres'): Promise<void> {
  const server = engine === 'postgres' ? await startPostgres() : null
  const environment = {
    DATA_DIR: join(dir, engine),
    CONTENT_DIR: contentWithStaff(),
    RATE_LIMIT_FACTOR: '0',
    ...(server && { DATABASE_URL: `${server.url}/postgres` }),
  }
  const database = await openDatabase({
    databaseUrl: environment.DATABASE_URL ?? null,
    dataDir: environment.DATA_DIR,
  })
  await migrate(database)
  const began = performance.now()
  await fillShop(database, orders)
  // Each engine does so by itself in time.
  await sql`analyze`.execute(database.db)
  console.log(`\n${engine}: ${orders} orders made in ${Math.round((performance.now() - began) / 1000)} s`)
  const moment = { now: new Date(), random: randomBytes }
  const { token } = await createToken(database.db, { email: staff, who: 'command line' }, moment)
  await database.close()

  const site = await start(join(root, 'dist/server/main.js'), environment)
  // The first answers compile code.
  await visit(site, sleep(5000))
  const alone = await visit(site, sleep(5000))
  print('visitors alone', alone)
  for (const [name, addressOf] of Object.entries(addresses)) {
    const took: number[] = []
    const asking = (async () => {
      for (let index = 0; index < times; index += 1) took.push(await ask(site, addressOf(index), token))
    })()
    const meanwhile = await visit(site, asking)
    const added = quantile(meanwhile, 0.99) - quantile(alone, 0.99)
    const target = targetMs[name]
    print(name, took, target === undefined ? '' : `p95 at most ${target} ms`)
    print(
      '  visitors meanwhile',
      meanwhile,
      `p99 ${added >= 0 ? '+' : ''}${added.toFixed(1)} ms, at most +20`,
    )
  }
  await site.stop()
  await server?.stop()
}

async function ask({ port }: Contestant, path: string, token: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/desk/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - start
}

/** @returns the times of a page's answers until `until` resolves */
async function visit({ port }: Contestant, until: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let isOver = false
  const end = until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/pricing`)).arrayBuffer()
    took.push(performance.now() - start)
    await sleep(2)
  }
  await end
  return took
}

function contentWithStaff(): string {
  const content = mkdtempSync(join(dir, 'content-'))
  cpSync(join(root, 'content'), content, { recursive: true })
  const file = join(content, 'site.yml')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('staff: []', `staff: [{ email: ${staff}, role: owner }]`),
  )
  return content
}

function print(name: string, took: number[], target = ''): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(took, share).toFixed(1).padStart(8))
  console.log(`${name.padEnd(22)} p50 ${p50}  p95 ${p95}  p99 ${p99} ms  ${target}`)
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0
}
