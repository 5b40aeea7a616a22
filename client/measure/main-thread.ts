import type { Devtools } from './devtools.ts'

/** Lighthouse's phone, with its user agent, because pages such as the downloads do more on a computer. */
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }
const phoneAgent = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  userAgentMetadata: {
    platform: 'Android',
    platformVersion: '11.0',
    architecture: '',
    model: 'moto g power (2022)',
    mobile: true,
  },
}
/** Milliseconds after the load event, so that prefetching counts too. */
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

/** Lighthouse takes a phone's CPU as four times slower. A task blocks after 50 ms (https://web.dev/articles/tbt). */
const slowdown = 4
const unnoticedMs = 50

export type MainThread = { 'main ms': number; 'longest ms': number; 'blocking ms': number }

/**
 * Measures the main thread until the page has settled; `longest` and `blocking` count from the first paint.
 * Measures CPU time, because wall-clock time varies on a busy machine.
 */
export async function mainThread(devtools: Devtools, address: string, scripts: boolean): Promise<MainThread> {
  const context = await devtools.send('Target.createBrowserContext')
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', ...context })
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const toPage = (method: string, params?: object) =>
    devtools.send(method, { ...params }, sessionId as string)
  await toPage('Emulation.setDeviceMetricsOverride', phone)
  await toPage('Emulation.setTouchEmulationEnabled', { enabled: true })
  await toPage('Emulation.setUserAgentOverride', phoneAgent)
  if (!scripts) await toPage('Emulation.setScriptExecutionDisabled', { value: true })
  await toPage('Page.enable')
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'loading', 'blink.user_timing'] },
  })
  const loaded = devtools.collect('Page.loadEventFired', 'Page.loadEventFired')
  await toPage('Page.navigate', { url: address })
  await loaded
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const parts = devtools.collect('Tracing.dataCollected', 'Tracing.tracingComplete')
  await devtools.send('Tracing.end')
  const events = (await parts).flatMap(({ value }) => value as TraceEvent[])
  await devtools.send('Target.disposeBrowserContext', context)
  return summarise(events, address)
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
  const afterPaint = tasks.filter(({ ts }) => ts >= paint.ts).map(time)
  return {
    'main ms': tasks.reduce((sum, task) => sum + time(task), 0),
    'longest ms': Math.max(0, ...afterPaint),
    'blocking ms': afterPaint.reduce((sum, ms) => sum + Math.max(0, ms * slowdown - unnoticedMs), 0),
  }
}
