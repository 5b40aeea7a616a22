import cluster from 'node:cluster'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type MailResult, mailResults } from '../../messages/mail/deliver.ts'
import { addSiteMetrics, type MetricsParts } from '../../site-metrics.ts'
import { askPrimary } from './of-all-workers.ts'
import { addPageMetrics, type PageCounters } from './page-metrics.ts'

export type Metrics = Awaited<ReturnType<typeof createMetrics>>

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST'])

/** Loaded on demand, so that a site without METRICS_TOKEN doesn't load it. */
export async function createMetrics(parts: MetricsParts) {
  const { routePattern } = await import('./route-pattern.ts')
  const { AggregatorRegistry, collectDefaultMetrics, Gauge, Counter, Histogram, Registry } = (
    await import('prom-client')
  ).default
  const registry = new Registry()
  // Event loop delay, memory, CPU time, garbage collection.
  collectDefaultMetrics({ register: registry })
  // The library leaves it out of workers' sums. The newest start reveals a worker that keeps crashing.
  const start = { name: 'process_start_time_seconds', aggregator: 'max' } as const
  registry.removeSingleMetric(start.name)
  new Gauge({
    ...start,
    help: 'When the process, or the newest worker, started.',
    registers: [registry],
  }).set(Math.round(performance.timeOrigin / 1000))
  addSiteMetrics(registry, Gauge, parts)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answers, until their last byte. 499: the client left before that.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const clear = new Counter({
    name: 'site_help_clear_total',
    help: 'How often somebody said that an article of the help was clear.',
    labelNames: ['page'],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'site_mail_attempts_total',
    help: 'Attempts to send a mail, by how they ended: sent, to be tried again, or given up.',
    labelNames: ['result'],
    registers: [registry],
  })
  // Without an initial 0, the first failure wouldn't count as an increase.
  for (const result of mailResults) mails.inc({ result }, 0)
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry])
    // Lets this worker answer the primary.
    new AggregatorRegistry()
  }

  return {
    contentType: registry.contentType,
    /** Covers all workers. */
    text: () => (cluster.isWorker ? askPrimary() : registry.metrics()),
    /** @param path of an existing article */
    countClear: (path: string) => clear.inc({ page: path }),
    countMail: (result: MailResult) => mails.inc({ result }),
    addPages: (counters: () => PageCounters) => addPageMetrics(registry, { Gauge, Counter }, counters),
    observe({ method: asked = '' }: IncomingMessage, res: ServerResponse, path: string): void {
      const start = performance.now()
      const route = routePattern(path)
      const method = methods.has(asked) ? asked : 'other'
      res.on('close', () => {
        const status = res.writableFinished ? res.statusCode : 499
        durations.observe({ method, route, status }, (performance.now() - start) / 1000)
      })
    },
  }
}
