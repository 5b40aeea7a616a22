import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../runtime/db/database.ts'
import { migrate } from '../../runtime/db/migrate.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRecaptcha } from '../support/recaptcha-server.ts'
import { giveSigningKey } from '../support/signing-key.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { startStripe } from '../support/stripe-server.ts'
import { expireLeases, type Waiting, waitingMails } from './leases.ts'
import { createSend, type Tally } from './send-until-answered.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { type Stock, takeStock } from './take-stock.ts'
import { type Acknowledged, createVisitors } from './visitors.ts'

type SoakOptions = {
  orders: number
  clients: number
  /** How often some process is killed and restarted. */
  kills: number
  /** More than one needs PostgreSQL. */
  processes: number
  /** Without an address a PostgreSQL server is started. */
  databaseUrl?: string
  /** `wait` takes up to five minutes until a killed process's mails are sent by another one. */
  leases: 'wait' | 'expire'
  onProgress(progress: Progress): void
}

export type Progress =
  | ({ phase: 'load'; kills: number; memoryMb: (number | null)[] } & Tally & Acknowledged)
  | ({ phase: 'outbox' } & Waiting)

type SoakReport = Tally &
  Acknowledged & {
    kills: number
    mails: number
    seconds: number
    /** Per process: at the start, at each quarter of the orders, and at the end. */
    memoryMb: (number | null)[][]
    stock: Stock
    isSound: boolean
  }

const webhookSecret = 'whsec_soak'

/** Mails that a process may lease at once. */
const mailConcurrency = 4

/** Kills processes of the site at random under load, and requires that everything acknowledged is there once. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const started = performance.now()
  const closing: (() => Promise<unknown>)[] = []
  try {
    const report = await soak(options, await prepare(options, closing))
    return { ...report, seconds: Math.round((performance.now() - started) / 1000) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** @param closing collects what must be ended, in reverse */
async function prepare({ processes, databaseUrl }: SoakOptions, closing: (() => Promise<unknown>)[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'))
  closing.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const url = databaseUrl ?? (processes > 1 ? await ownPostgres(closing) : null)
  giveSigningKey(dataDir)
  const [stripe, smtp, recaptcha] = await Promise.all([startStripe(), startSmtpServer(), startRecaptcha()])
  closing.push(stripe.close, smtp.stop, recaptcha.close)
  const messageIds: string[] = []
  smtp.onMail = ({ messageId }) => {
    messageIds.push(messageId)
    // Their invoices would fill the memory.
    smtp.received.length = 0
    return 'accept'
  }
  const database = await openDatabase({ databaseUrl: url, dataDir })
  closing.push(database.close)
  await migrate(database)

  const startSite = () =>
    startSiteProcess({
      SITE_URL: 'http://127.0.0.1:3000',
      DATA_DIR: dataDir,
      ...(url && { DATABASE_URL: url }),
      SMTP_URL: smtp.url,
      STRIPE_SECRET_KEY: 'sk_test_soak',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
      RECAPTCHA_BASE_URL: recaptcha.url,
      RATE_LIMIT_FACTOR: '0',
    })
  const sites: SiteProcess[] = []
  closing.push(() => Promise.all(sites.map((site) => site.kill())))
  for (let index = 0; index < processes; index++) sites.push(await startSite())
  return { stripe, messageIds, database, sites, startSite }
}

async function soak(
  options: SoakOptions,
  { stripe, messageIds, database, sites, startSite }: Prepared,
): Promise<Omit<SoakReport, 'seconds'>> {
  const { orders, processes, leases, onProgress } = options
  const tally: Tally = { requests: 0, repeated: 0 }
  const send = createSend(() => (sites[randomInt(sites.length)] as SiteProcess).address, tally)
  const { acknowledged, visit } = createVisitors(send, stripe, webhookSecret)
  const afterKill = () => (leases === 'expire' ? expireLeases(database.db) : undefined)
  const killer = createKiller(sites, startSite, afterKill)
  const memory = () => sites.map((site) => site.memory())
  const memoryMb = [memory()]
  const measure = () => void memoryMb.push(memory())

  const reporting = setInterval(
    () => onProgress({ phase: 'load', ...tally, ...acknowledged, kills: killer.kills, memoryMb: memory() }),
    10_000,
  )
  try {
    await serveClients(options, visit, [
      ...killMarks(options).map((at) => ({ at, run: killer.kill })),
      ...[0.25, 0.5, 0.75].map((share) => ({ at: Math.round(share * orders), run: measure })),
    ])
    await killer.settled()
  } finally {
    clearInterval(reporting)
  }
  await outboxEmptied(database, onProgress)
  measure()

  const { kills } = killer
  const mayRepeat = kills * mailConcurrency * (leases === 'expire' ? processes : 1)
  const stock = await takeStock(database.db, { ...acknowledged, mailsReceived: messageIds, mayRepeat })
  const isSound = acknowledged.orders === orders && Object.values(stock).every((number) => number === 0)
  return { ...tally, ...acknowledged, kills, mails: messageIds.length, memoryMb, stock, isSound }
}

async function ownPostgres(closing: (() => Promise<unknown>)[]): Promise<string> {
  const server = await startPostgres()
  closing.push(server.stop)
  return `${server.url}/postgres`
}

/** Visit counts after which a process is killed, evenly over the run. */
function killMarks({ kills, orders }: SoakOptions): number[] {
  return Array.from({ length: kills }, (_, index) => Math.round(((index + 1) * orders) / (kills + 1)))
}

/** Kills processes in turn, and restarts each. */
function createKiller(
  sites: SiteProcess[],
  startSite: () => Promise<SiteProcess>,
  afterKill: () => Promise<void> | undefined,
) {
  let settled = Promise.resolve()
  const killer = {
    kills: 0,
    kill() {
      settled = settled.then(killOne)
      // Whoever awaits `settled` gets the error.
      settled.catch(() => {})
    },
    settled: () => settled,
  }
  return killer

  async function killOne(): Promise<void> {
    const index = randomInt(sites.length)
    await sites[index]?.kill()
    killer.kills += 1
    await afterKill()
    sites[index] = await startSite()
  }
}

type Mark = { at: number; run(): void }

async function serveClients(
  { orders, clients }: SoakOptions,
  visit: (number: number) => Promise<void>,
  marks: Mark[],
): Promise<void> {
  let begun = 0
  let served = 0
  const client = async () => {
    while (begun < orders) {
      begun += 1
      await visit(begun)
      served += 1
      for (const { at, run } of marks) if (at === served) run()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** A killed process's mail is sent by another one when its lease has run out. */
async function outboxEmptied({ db }: Database, onProgress: SoakOptions['onProgress']): Promise<void> {
  for (let seconds = 0; seconds < 600; seconds++) {
    const waiting = await waitingMails(db, new Date())
    if (waiting.queued === 0) return
    if (seconds % 10 === 0) onProgress({ phase: 'outbox', ...waiting })
    await sleep(1000)
  }
}
