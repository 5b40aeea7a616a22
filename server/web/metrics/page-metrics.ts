import type { Counter as CounterKind, Gauge as GaugeKind, Registry } from 'prom-client'

/** `bytes` and `pages` are current values; the other counters only grow. */
export type PageCounters = Record<'hits' | 'stale' | 'misses' | 'renderings' | 'bytes' | 'pages', number>

export function addPageMetrics(
  registry: Registry,
  { Gauge, Counter }: { Gauge: typeof GaugeKind; Counter: typeof CounterKind },
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
