import { statfs } from 'node:fs/promises'
import type { Counter, Gauge, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { readLastBackup } from '../backups/last-backup.ts'
import { lookIntoQuarantine } from '../contact/quarantine.ts'
import type { AppContext } from '../context.ts'
import { findBusyLicences } from '../licensing/machine-moves.ts'
import { outboxDepth } from '../mail/outbox.ts'
import { countByStatus, salesSince } from '../orders/order-store.ts'
import type { PageCounters } from './metrics.ts'

type Kinds = { Gauge: typeof Gauge; Counter: typeof Counter }

export type MetricsParts = Pick<AppContext, 'database' | 'clock' | 'library' | 'config'> & {
  /** Identifies the built sources. */
  revision: string
}

/** Collects values only when they are read, so visitors pay nothing. */
export function addSiteMetrics(
  registry: Registry,
  { Gauge }: Kinds,
  { database, clock, library, config, revision }: MetricsParts,
): void {
  const registers = [registry]
  // All workers read the same database.
  const shared = { registers, aggregator: 'first' } as const

  new Gauge({
    name: 'site_build_info',
    help: 'Always 1. Its labels name what runs.',
    labelNames: ['version', 'revision', 'node'],
    registers,
    aggregator: 'sum',
  }).set({ version: packageJson.version, revision: revision.slice(0, 12), node: process.version }, 1)
  new Gauge({
    name: 'site_data_free_bytes',
    help: 'Room on the disk of DATA_DIR for the site.',
    ...shared,
    async collect() {
      const { bavail, bsize } = await statfs(config.dataDir)
      this.set(bavail * bsize)
    },
  })
  new Gauge({
    name: 'site_database_up',
    help: '1 when the database answers. While it does not, what it would tell is left out.',
    ...shared,
    async collect() {
      this.set(
        await database
          .ping()
          .then(() => 1)
          .catch(() => 0),
      )
    },
  })
  new Gauge({
    name: 'site_last_backup_timestamp_seconds',
    help: 'When the last backup was made that could be opened again. Left out where none is known.',
    ...shared,
    collect() {
      const last = readLastBackup(config.dataDir)
      if (last) this.set(Date.parse(last.createdAt) / 1000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'site_outbox_mails',
    help: 'Mails that wait to be sent, and mails that were given up.',
    labelNames: ['status'],
    ...shared,
    async collect() {
      this.reset()
      const depth = await outboxDepth(database.db, clock()).catch(() => null)
      if (!depth) return
      this.set({ status: 'queued' }, depth.queued)
      this.set({ status: 'dead' }, depth.dead)
    },
  })
  new Gauge({
    name: 'site_outbox_oldest_seconds',
    help: 'How long the mail has waited that has waited longest.',
    ...shared,
    async collect() {
      const depth = await outboxDepth(database.db, clock()).catch(() => null)
      if (depth) this.set(depth.oldestSeconds)
      else this.remove()
    },
  })
  new Gauge({
    name: 'site_orders',
    help: 'Orders by their state.',
    labelNames: ['status'],
    ...shared,
    async collect() {
      this.reset()
      const orders = await countByStatus(database.db).catch(() => new Map<string, number>())
      for (const [status, count] of orders) this.set({ status }, count)
    },
  })
  new Gauge({
    name: 'site_orders_last_day',
    help: 'Orders placed within 24 hours, by their state now.',
    labelNames: ['status', 'currency'],
    ...shared,
    async collect() {
      this.reset()
      const sales = await salesSince(database.db, dayBefore(clock())).catch(() => [])
      for (const { status, currency, count } of sales) this.set({ status, currency }, count)
    },
  })
  new Gauge({
    name: 'site_orders_last_day_amount',
    help: 'Their totals, tax included, in the smallest unit of the currency.',
    labelNames: ['status', 'currency'],
    ...shared,
    async collect() {
      this.reset()
      const sales = await salesSince(database.db, dayBefore(clock())).catch(() => [])
      for (const { status, currency, total } of sales) this.set({ status, currency }, Number(total))
    },
  })
  new Gauge({
    name: 'site_quarantined_messages',
    help: 'Messages that came into quarantine within 30 days.',
    ...shared,
    async collect() {
      const found = await lookIntoQuarantine(database.db, clock()).catch(() => undefined)
      if (found === undefined) this.remove()
      else this.set(found?.waiting ?? 0)
    },
  })
  new Gauge({
    name: 'site_busy_licences',
    help: 'Licences that were on three quarters of the machines that they may be on lately, or on all of them.',
    labelNames: ['state'],
    ...shared,
    async collect() {
      this.reset()
      const busy = await findBusyLicences(database.db, library.typed.site, clock()).catch(() => null)
      if (!busy) return
      const full = busy.filter(({ machines, allowed }) => machines >= allowed).length
      this.set({ state: 'full' }, full)
      this.set({ state: 'near' }, busy.length - full)
    },
  })
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - 24 * 60 * 60 * 1000)
}

export function addPageMetrics(
  registry: Registry,
  { Gauge, Counter }: Kinds,
  counters: () => PageCounters,
): void {
  const registers = [registry]
  for (const [key, help] of Object.entries(counted) as [keyof typeof counted, string][]) {
    new Counter({
      name: `site_page_cache_${key}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(counters()[key])
      },
    })
  }
  for (const [key, help] of Object.entries(held) as [keyof typeof held, string][]) {
    new Gauge({
      name: `site_page_cache_${key}`,
      help,
      registers,
      collect() {
        this.set(counters()[key])
      },
    })
  }
}

const counted = {
  hits: 'Pages sent from memory.',
  stale: 'Of the hits, those past their time, which led to a renewal.',
  misses: 'Requests for a page that was not in the page cache.',
  renderings: 'Pages rendered for the page cache.',
} satisfies Partial<Record<keyof PageCounters, string>>

const held = {
  bytes: 'What the page cache holds.',
  pages: 'How many pages it holds.',
} satisfies Partial<Record<keyof PageCounters, string>>
