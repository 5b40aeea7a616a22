import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import { dayMs } from '#shared/calendar/calendar.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { AppContext, Clock, Data, Seller } from './context.ts'
import { findBusyLicences } from './licences/licensing/machine-moves.ts'
import { outboxDepth } from './messages/mail/outbox.ts'
import { lookIntoQuarantine } from './people/contact/quarantine.ts'
import { readLastBackup } from './runtime/backups/last-backup.ts'
import type { Db, PoolUse } from './runtime/db/database.ts'
import { isUnavailable } from './runtime/db/is-unavailable.ts'
import { singleFlight } from './runtime/single-flight.ts'
import { succeeds } from './runtime/succeeds.ts'
import { withTimeout } from './runtime/with-timeout.ts'
import { countByStatus, salesSince } from './shop/orders/order-store.ts'

export type MetricsParts = Data &
  Clock &
  Seller &
  Pick<AppContext, 'log'> & {
    /** Hash of the built sources. */
    revision: string
  }

type Sample = [value: number, labels?: Record<string, string>]

/** A hanging database must not make the site look down. Prometheus waits 10 s, the primary process 5 s. */
const patienceMs = 4000

type SiteGauge = {
  name: string
  help: string
  labels?: string[]
  /** `sum` if each worker has its own value; otherwise all read the same database and disk. */
  aggregator?: 'sum'
  /** Leaves the gauge out if there are no samples. */
  read(): Promise<Sample[]>
}

/** Collects values only when they are read, so visitors pay nothing. */
export function addSiteMetrics(registry: Registry, Kind: typeof Gauge, parts: MetricsParts): void {
  for (const { name, help, labels = [], aggregator = 'first', read } of siteGauges(parts)) {
    new Kind({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      aggregator,
      async collect() {
        const samples = await read()
        this.reset()
        // Without labels, a reset would leave 0.
        if (labels.length === 0) this.remove()
        for (const [value, ofLabels = {}] of samples) this.set(ofLabels, value)
      },
    })
  }
}

function siteGauges(parts: MetricsParts): SiteGauge[] {
  const build = {
    version: packageJson.version,
    revision: parts.revision.slice(0, 12),
    node: process.version,
  }
  const { disk, room, up, backup, mails, webhooks, money, orders, sales, quarantine, busy } =
    siteReadings(parts)
  const ofPools = (figure: (use: PoolUse) => number): Pick<SiteGauge, 'labels' | 'aggregator' | 'read'> => ({
    labels: ['pool'],
    aggregator: 'sum',
    read: async () => parts.database.pools?.().map((use) => [figure(use), { pool: use.pool }]) ?? [],
  })
  return [
    {
      name: 'site_build_info',
      help: 'Always 1. Its labels name what runs; the revision is a hash of the built sources.',
      labels: Object.keys(build),
      aggregator: 'sum',
      read: async () => [[1, build]],
    },
    // Precedes readings of the database, which themselves wait for a connection.
    {
      name: 'site_database_pool_busy',
      help: 'Connections to PostgreSQL that are in use, of visitors and jobs (site) or of reports.',
      ...ofPools(({ busy }) => busy),
    },
    {
      name: 'site_database_pool_waiting',
      help: 'Queries that wait for a connection to PostgreSQL.',
      ...ofPools(({ waiting }) => waiting),
    },
    {
      name: 'site_database_pool_max',
      help: 'Connections to PostgreSQL that may be in use at once.',
      ...ofPools(({ max }) => max),
    },
    {
      name: 'site_data_free_bytes',
      help: 'Room on the disk of DATA_DIR for the site.',
      read: () => disk(({ bavail, bsize }) => [[bavail * bsize]]),
    },
    {
      name: 'site_database_up',
      help: '1 when the database takes orders. While it does not answer, what it would tell is left out.',
      read: async () => [(await up((answers) => [[answers ? 1 : 0]]))[0] ?? [0]],
    },
    {
      name: 'site_data_full',
      help: '1 when the disk of DATA_DIR has no room for an order.',
      read: () => room((has) => [[has ? 0 : 1]]),
    },
    {
      name: 'site_clock_seconds',
      help: 'The time of this machine, to compare with that of the scrape.',
      read: async () => [[parts.clock().getTime() / 1000]],
    },
    {
      name: 'site_outbox_webhooks',
      help: 'Messages to other programs that wait, and those that were given up.',
      labels: ['status'],
      read: () =>
        webhooks((counts) => [
          [counts.get('queued') ?? 0, { status: 'queued' }],
          [counts.get('dead') ?? 0, { status: 'dead' }],
        ]),
    },
    {
      name: 'site_payment_refusals',
      help: 'What the card provider refuses since the last time that it worked.',
      read: () => money(({ refusals }) => [[refusals]]),
    },
    {
      name: 'site_card_payment_timestamp_seconds',
      help: 'When the last payment by card was entered; 0 without one.',
      read: () => money(({ lastPayment }) => [[seconds(lastPayment)]]),
    },
    {
      name: 'site_stripe_event_timestamp_seconds',
      help: 'When the last message of the card provider came; 0 without one.',
      read: () => money(({ lastEvent }) => [[seconds(lastEvent)]]),
    },
    {
      name: 'site_last_backup_timestamp_seconds',
      help: 'When the last backup was made that could be opened again. Left out where none is known.',
      read: () => backup((last) => (last ? [[Date.parse(last.createdAt) / 1000]] : [])),
    },
    {
      name: 'site_outbox_mails',
      help: 'Mails that wait to be sent, and mails that were given up.',
      labels: ['status'],
      read: () =>
        mails(({ queued, dead }) => [
          [queued, { status: 'queued' }],
          [dead, { status: 'dead' }],
        ]),
    },
    {
      name: 'site_outbox_oldest_seconds',
      help: 'How long the mail has waited that has waited longest.',
      read: () => mails(({ oldestSeconds }) => [[oldestSeconds]]),
    },
    {
      name: 'site_orders',
      help: 'Orders by their state.',
      labels: ['status'],
      read: () => orders((counts) => [...counts].map(([status, count]) => [count, { status }])),
    },
    {
      name: 'site_orders_last_day',
      help: 'Orders placed within 24 hours, by their state now.',
      labels: ['status', 'currency'],
      read: () => sales((rows) => rows.map(({ status, currency, count }) => [count, { status, currency }])),
    },
    {
      name: 'site_orders_last_day_amount',
      help: 'Their totals, tax included, in the smallest unit of the currency.',
      labels: ['status', 'currency'],
      read: () =>
        sales((rows) => rows.map(({ status, currency, total }) => [Number(total), { status, currency }])),
    },
    {
      name: 'site_quarantined_messages',
      help: 'Messages that came into quarantine within 30 days.',
      read: () => quarantine((found) => [[found?.waiting ?? 0]]),
    },
    {
      name: 'site_busy_licences',
      help: 'Licences that were on three quarters of the machines that they may be on lately, or on all of them.',
      labels: ['state'],
      read: () =>
        busy((licences) => {
          const full = licences.filter(({ machines, allowed }) => machines >= allowed).length
          return [
            [full, { state: 'full' }],
            [licences.length - full, { state: 'near' }],
          ]
        }),
    },
  ]
}

function siteReadings({ database, clock, library, config, log }: MetricsParts) {
  const { db } = database
  const isUp = () => succeeds(database.requireWrites())
  // PostgreSQL's disk is on another machine, which is monitored separately.
  const hasRoom = async () => !database.checkRoom || succeeds(database.checkRoom())
  return {
    disk: reading('disk', () => statfs(config.dataDir)),
    up: reading('writes', isUp),
    room: reading('room', hasRoom),
    webhooks: reading('webhooks', () => countWebhooks(database.reader)),
    money: reading('card payments', () => lookAtCards(database.reader)),
    backup: reading('backup', async () => readLastBackup(config.dataDir)),
    mails: reading('mails', () => outboxDepth(db, clock())),
    orders: reading('orders', () => countByStatus(db)),
    sales: reading('sales', () => salesSince(db, dayBefore(clock()))),
    quarantine: reading('quarantine', () => lookIntoQuarantine(db, clock())),
    busy: reading('busy licences', () => findBusyLicences(db, library.typed.site, clock())),
  }

  /** Gauges of one scrape share a reading. A failed or late reading gives no samples. */
  function reading<Found>(what: string, read: () => Promise<Found>) {
    const once = singleFlight(() =>
      read().then(
        (found) => ({ found }),
        (err) => warn(err, what),
      ),
    )
    return async (toSamples: (found: Found) => Sample[]): Promise<Sample[]> => {
      const result = await withTimeout(patienceMs, once())
      return result ? toSamples(result.found) : []
    }
  }

  function warn(err: unknown, what: string): null {
    // Stays silent while `site_database_up` reports that the database doesn't answer.
    if (!isUnavailable(err))
      log.warn({ err, metrics: what }, 'metrics are left out, because they can’t be read')
    return null
  }
}

async function countWebhooks(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', '!=', 'sent')
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}

type Cards = { refusals: number; lastPayment: string | null; lastEvent: string | null }

async function lookAtCards(db: Db): Promise<Cards> {
  const { rows } = await sql<Cards>`select
    (select count(*) from payment_refusals) as refusals,
    (select max(created_at) from payments where source = 'card') as "lastPayment",
    (select max(received_at) from webhook_events) as "lastEvent"`.execute(db)
  return rows[0] as Cards
}

function seconds(time: string | null): number {
  return time === null ? 0 : Date.parse(time) / 1000
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - dayMs)
}
