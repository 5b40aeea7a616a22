import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort } from '#server/testing/support/free-port.ts'
import { chromiumArguments, findChromium } from '../e2e/chromium.ts'
import { everyPath } from '../e2e/every-path.ts'
import { startSite } from '../e2e/start-site.ts'
import { routeTable } from '../route-table.ts'
import { connectDevtools } from './devtools.ts'
import { type MainThread, mainThread } from './main-thread.ts'
import { timeNavigations, timePresses } from './presses.ts'

/**
 * Runs mobile Lighthouse on every page. Prints median scores, blocking time and the main thread's work compared
 * with the page without scripts; exits with 1 below a target. `--runs` defaults to 5; `--page` selects pages.
 * `--inp` times presses and navigations instead.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true },
    inp: { type: 'boolean' },
  },
})
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const inpMs = 100
/** Installed on first use, because its packages would be half of the files that `npm ci` writes. */
const lighthouse = 'lighthouse@12.8.2'
type Category = keyof typeof targets
const categories = Object.keys(targets) as Category[]
/** Lighthouse reports `noindex` as a fault. */
const unlisted = routeTable.filter(({ index }) => index === false).map(({ path }) => path)

const [sitePort, chromiumPort] = [await freePort(), await freePort()]
const origin = `http://127.0.0.1:${sitePort}`
const dataDir = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const site = await startSite({ PORT: String(sitePort), SITE_URL: origin, DATA_DIR: dataDir })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumArguments, `--remote-debugging-port=${chromiumPort}`],
})
try {
  if (values.inp) await reportPresses()
  else await reportPages(values.page ?? everyPath)
} finally {
  await browser.close()
  await site.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function reportPages(pages: string[]): Promise<void> {
  const rows: [string, Row][] = []
  for (const path of pages) {
    const results: Result[] = []
    for (let run = 0; run < Number(values.runs); run++) results.push(await measure(path))
    const row = { ...summarise(path, results), ...(await measureMainThread(path)) }
    rows.push([path, row])
    console.log(
      `${rows.length} of ${pages.length}: ${path} ${categories.map((category) => row[category]).join(' ')}`,
    )
  }
  console.table(Object.fromEntries(rows))
  process.exitCode = rows.some(([, row]) => row['below target']) ? 1 : 0
}

async function reportPresses(): Promise<void> {
  const rows = await timePresses(browser, origin, Number(values.runs))
  console.table(rows)
  const { site, empty, ratio } = await timeNavigations(browser, origin, Number(values.runs))
  console.log(`from a press to the next page: ${site} ms, ${ratio} × an empty React page's ${empty} ms`)
  process.exitCode = rows.some((row) => row['p98 ms'] >= inpMs) ? 1 : 0
}

/** The page's main thread time, and its ratio to the page without scripts, measured alternately. */
async function measureMainThread(path: string): Promise<Row> {
  const [page, still] = [[] as MainThread[], [] as MainThread[]]
  const devtools = await connectDevtools(chromiumPort)
  for (let run = 0; run < Number(values.runs); run++) {
    page.push(await mainThread(devtools, origin + path, true))
    still.push(await mainThread(devtools, origin + path, false))
  }
  devtools.close()
  const middle = (times: MainThread[], name: keyof MainThread) => median(times.map((time) => time[name]))
  return {
    'main ms': Math.round(middle(page, 'main ms')),
    'longest task ms': Math.round(middle(page, 'longest ms')),
    'blocking by CPU ms': Math.round(middle(page, 'blocking ms')),
    '× without scripts': Number((middle(page, 'main ms') / middle(still, 'main ms')).toFixed(2)),
  }
}

/** Runs Lighthouse again if it fails to record, as it sometimes does. */
async function measure(path: string, tries = 3): Promise<Result> {
  try {
    return await runLighthouse(origin + path)
  } catch (error) {
    if (tries > 1) return measure(path, tries - 1)
    throw error
  }
}

/** The members of Lighthouse's JSON that this file reads. */
type Result = {
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** @throws if the page couldn’t be measured */
async function runLighthouse(address: string): Promise<Result> {
  const options = [
    `--port=${chromiumPort}`,
    `--only-categories=${categories}`,
    '--max-wait-for-load=30000',
    '--output=json',
    '--quiet',
  ]
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, address, ...options], {
    maxBuffer: Number.POSITIVE_INFINITY,
  }).catch(({ message, stderr }) => {
    throw new Error(`${address}: ${stderr || message}`)
  })
  return JSON.parse(stdout)
}

type Row = Record<string, string | number>

function summarise(path: string, results: Result[]): Row {
  const middle = (value: (result: Result) => number) => median(results.map(value))
  const audit = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? 0)
  const scores = categories.map((category): [Category, number] => [
    category,
    Math.round(100 * middle((result) => result.categories[category]?.score ?? 0)),
  ])
  const below = scores.filter(
    ([category, score]) => score < targets[category] && !(category === 'seo' && unlisted.includes(path)),
  )
  return {
    ...Object.fromEntries(scores),
    'FCP ms': Math.round(audit('first-contentful-paint')),
    'LCP ms': Math.round(audit('largest-contentful-paint')),
    'TBT ms': Math.round(audit('total-blocking-time')),
    CLS: Number(audit('cumulative-layout-shift').toFixed(3)),
    KB: Math.round(audit('total-byte-weight') / 1000),
    'below target': below.map(([category]) => category).join(', '),
    'failed audits': failedAudits(results).join(', '),
  }
}

/** Omits performance audits, which are measurements. */
function failedAudits(results: Result[]): string[] {
  const ids = results.flatMap(({ categories: found, audits }) =>
    categories
      .filter((category) => category !== 'performance')
      .flatMap((category) => found[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  )
  return [...new Set(ids)]
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
