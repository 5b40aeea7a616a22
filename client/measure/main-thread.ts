import type { Browser, CDPSession } from '@playwright/test'

/** A phone, as Lighthouse takes one. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** From the page's load, so that what it prefetches counts. */
const settleMs = 2_500

type TraceEvent = {
  name: string
  ts: number
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: TraceArgs
}
type TraceArgs = { name?: string; data?: { documentLoaderURL?: string } }

export type MainThread = { 'main ms': number; 'longest ms': number }

/**
 * CPU time of a page's main thread until it has settled, and of its longest task after the first paint. CPU time, unlike
 * a clock's, stays the same on a busy machine.
 */
export async function mainThread(browser: Browser, address: string, scripts: boolean): Promise<MainThread> {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: scripts })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'loading', 'blink.user_timing'] },
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  await endTrace(session)
  await context.close()
  return summarise(events, address)
}

async function endTrace(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
}

function summarise(events: TraceEvent[], address: string): MainThread {
  const start = events.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === address,
  )
  const thread = events.find(
    ({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === start?.pid,
  )
  const paint = events.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === start?.pid)
  if (!start || !thread || !paint) throw new Error(`${address} was not painted`)
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'ThreadControllerImpl::RunTask' && pid === thread.pid && tid === thread.tid && ts >= start.ts,
  )
  const time = ({ tdur = 0 }: TraceEvent) => tdur / 1000
  return {
    'main ms': tasks.reduce((sum, task) => sum + time(task), 0),
    'longest ms': Math.max(0, ...tasks.filter(({ ts }) => ts >= paint.ts).map(time)),
  }
}
