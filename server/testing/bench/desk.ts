import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, addMonths, dayIn } from '#shared/calendar/calendar.ts'
import type { Import } from '#shared/desk/import-answers.ts'
import { createToken } from '../../desk/sign-in/tokens.ts'
import { readOptions } from '../../runtime/arguments.ts'
import { openDatabase } from '../../runtime/db/database.ts'
import { migrate } from '../../runtime/db/migrate.ts'
import { root } from '../../runtime/root.ts'
import { contentWithStaff } from '../support/content-with-staff.ts'
import { startPostgres } from '../support/postgres.ts'
import { giveSigningKey } from '../support/signing-key.ts'
import { type Contestant, start } from './contestant.ts'
import { fillShop } from './fill-shop.ts'
import { quantile } from './quantile.ts'

/**
 * Measures the desk of a busy shop, and visitors at the same time: `npm run bench -- desk [--orders N] [--arriving N]
 * [--engine sqlite|postgres]`.
 */
const values = readOptions(
  'npm run bench -- desk [--orders N] [--arriving N] [--engine sqlite|postgres]',
  {
    orders: { type: 'string', default: '500000' },
    arriving: { type: 'string', default: '100000' },
    engine: { type: 'string' },
  },
  process.argv.slice(3),
)
const orders = Number(values.orders)
/** Licences of another shop. */
const arriving = Number(values.arriving)
const staff = 'bench@example.com'
/** Requests per address, each with other words. */
const times = 40
const listMs = 50
const targetMs: Record<string, number> = {
  search: 100,
  orders: listMs,
  'sorted orders': listMs,
  'billed orders': listMs,
  'sorted lists': listMs,
  customers: listMs,
  customer: 100,
  quotes: listMs,
  inside: 100,
  sum: 100,
  licences: listMs,
  revoked: listMs,
  mails: listMs,
  messages: listMs,
  audit: listMs,
  books: 2000,
  'all books': 10_000,
  trends: 10_000,
}
/** What staff ask for while somebody reads all books. */
const besideReports = ['search', 'orders', 'licences', 'overview']
const statementLines = 5000

const words = ['ada', 'quokka', 'harbour', 'grammar', 'theatre', 'lorem', 'nowhere', 'zebra']
const word = (index: number) => words[index % words.length] ?? ''
const numbered = (index: number) => `2026-${String((index * 7919) % orders).padStart(6, '0')}`

const buyer = (index: number) => `buyer${(index * 7919) % orders}@example.com`

const today = dayIn('Australia/Sydney', new Date())
const lastWeek = addDays(today, -7)

const addresses: Record<string, (index: number) => string> = {
  search: (index) => `search?q=${index % 2 ? word(index) : numbered(index)}`,
  orders: (index) => `orders?${['', 'status=pending', 'method=transfer', `q=${word(index)}`][index % 4]}`,
  'sorted orders': (index) =>
    `orders?sort=${['-total', 'total&status=pending', `-total&from=${lastWeek}&to=${today}`, 'createdAt'][index % 4]}`,
  'billed orders': (index) =>
    `orders?dated=documents&from=${addMonths(today, -12)}&to=${today}&${['sku=studio', 'country=NZ', 'kind=renewal', `q=${word(index)}`][index % 4]}`,
  'sorted lists': (index) =>
    [
      ...[
        'licences?sort=updatesUntil',
        'licences?sort=-updatesUntil&status=suspended',
        'customers?sort=email',
      ],
      ...['quotes?sort=validUntil&state=open', 'quotes?sort=-validUntil', 'messages?sort=createdAt'],
    ][index % 6] ?? '',
  order: (index) => `orders/${numbered(index)}`,
  customers: (index) => `customers?${index % 2 ? `q=${word(index)}` : ''}`,
  customer: (index) => `customers/${buyer(index)}`,
  quotes: (index) => `quotes?${['', 'state=open', 'state=expired', `q=${word(index)}`][index % 4]}`,
  inside: (index) => `search?q=${['uokk', 'ramma', 'eatr', 'orem', 'where'][index % 5]}`,
  sum: (index) => `search?q=${index % 2 ? '229.00' : '17.35'}`,
  licences: (index) => `licences?${index % 2 ? `q=${word(index)}` : ''}`,
  revoked: () => 'licences?status=revoked',
  mails: (index) =>
    `mails?${['', 'status=sent', 'status=dead', `email=${buyer(index)}`, `from=${lastWeek}&to=${today}`][index % 5]}`,
  messages: (index) => `messages?state=${index % 2 ? 'answered' : 'unanswered'}`,
  audit: () => 'audit',
  me: () => 'me',
  overview: () => 'overview',
  books: (index) => `books?basis=${basisOf(index)}&limit=50`,
}

const basisOf = (index: number) => (index % 2 ? 'cash' : 'accrual')
const allBooks = (index: number) => `books?basis=${basisOf(index)}&from=${addMonths(today, -36)}&to=${today}`

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
    CONTENT_DIR: contentWithStaff(dir, [{ email: staff, role: 'owner' }]),
    RATE_LIMIT_FACTOR: '0',
    ...(server && { DATABASE_URL: `${server.url}/postgres` }),
  }
  giveSigningKey(environment.DATA_DIR)
  const database = await openDatabase({
    databaseUrl: environment.DATABASE_URL ?? null,
    dataDir: environment.DATA_DIR,
  })
  await migrate(database)
  const began = performance.now()
  await fillShop(database, orders)
  // PostgreSQL does so by itself in time, and the site has SQLite do it.
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(database.db)
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
    await measure(name, times, (index) => ask(site, addressOf(index), token))
  }
  await measure('trends', 4, (index) => ask(site, `trends?months=${12 + index}`, token))
  await measure('all books', 4, (index) => ask(site, allBooks(index), token))
  await besideAllBooks()
  const csv = statementOf(statementLines)
  const headers = { 'content-type': 'text/csv' }
  await measure(`${statementLines} lines`, 3, (index) =>
    ask(site, `statement?newAccount=${index}`, token, { method: 'POST', body: csv, headers }),
  )
  const before = await memoryDuring(sleep(0))
  const arrive = measure(`${arriving} licences arrive`, 1, () => bringLicences(site, token))
  const most = await memoryDuring(arrive)
  console.log(`  memory ${before} MB before, ${most} MB at most`)
  await site.stop()
  await server?.stop()

  /** @returns the most megabytes until `until` resolves */
  async function memoryDuring(until: Promise<unknown>): Promise<number> {
    let [isOver, most] = [false, 0]
    const end = until.finally(() => {
      isOver = true
    })
    do {
      most = Math.max(most, Math.round((await site.usage()).rssMb))
      await sleep(200)
    } while (!isOver)
    await end
    return most
  }

  async function besideAllBooks(): Promise<void> {
    let isOver = false
    const reading = (async () => {
      for (let index = 1; !isOver; index += 1) await ask(site, allBooks(index), token)
    })()
    console.log('beside all books:')
    for (const name of besideReports)
      await measure(name, times, (index) => ask(site, addresses[name]?.(index) ?? '', token))
    isOver = true
    await reading
  }

  async function measure(name: string, count: number, askOnce: (index: number) => Promise<number>) {
    const took: number[] = []
    const asking = (async () => {
      for (let index = 0; index < count; index += 1) took.push(await askOnce(index))
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
}

/** Every hundredth line names an order. */
function statementOf(lines: number): string {
  const rows = Array.from(
    { length: lines },
    (_, index) => `${today},+229.00,${index % 100 ? `PAYMENT ${index} OF SOMEBODY` : numbered(index)}`,
  )
  return `Date,Amount,Description\n${rows.join('\n')}\n`
}

/** Reads the file, then brings all of it along. */
async function bringLicences({ port }: Contestant, token: string): Promise<number> {
  const start = performance.now()
  const rows = Array.from({ length: arriving }, (_, index) => {
    const key = `OLD-${String(index).padStart(6, '0')}-${(index * 7919).toString(36).padStart(6, '0')}`
    return `owner${index}@example.com,Owner ${index},solo,2024-01-31,${key},O-${index}`
  })
  const send = async (path: string, type: string, body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/desk/imports${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { import: Import }).import
  }
  const file = `email,name,product,bought,key,order\n${rows.join('\n')}\n`
  let { id, state, ...found } = await send('?name=old.csv', 'text/csv', file)
  if (found.fresh !== arriving) throw new Error(`${found.fresh} licences are new`)
  while (state !== 'done') ({ state } = await send(`/${id}/run`, 'application/json', '{}'))
  return performance.now() - start
}

async function ask(
  { port }: Contestant,
  path: string,
  token: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/desk/${path}`, {
    ...init,
    headers: { ...headers, authorization: `Bearer ${token}` },
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

function print(name: string, took: number[], target = ''): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(took, share).toFixed(1).padStart(8))
  console.log(`${name.padEnd(22)} p50 ${p50}  p95 ${p95}  p99 ${p99} ms  ${target}`)
}
