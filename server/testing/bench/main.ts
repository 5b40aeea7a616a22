import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../runtime/root.ts'
import { type Contestant, start } from './contestant.ts'
import { load, requestText } from './load.ts'
import { median, quantile } from './quantile.ts'
import { recordAnswer } from './record-answer.ts'

/** Compares the built site with floors in the same rounds, by each process's CPU, which the machine's load hardly moves. */
const rounds = 15
const roundMs = 400
/** Lets V8 compile the hot code. */
const warmUpMs = 5_000
const startRounds = 15
const memoryRequests = 100_000

type Contest = { title: string; request: string; site: Contestant; floors: Floor[] }
type Floor = { name: string; server: Contestant; atLeast: number }

const siteFile = join(root, 'dist/server/main.js')
const floorFile = join(root, 'server/testing/bench/floor.ts')
const home = requestText('GET', '/', { 'Accept-Encoding': 'br' })
const json = { 'Content-Type': 'application/json' }
const listQuery = JSON.stringify({
  only: ['title', 'description', 'date', 'path'],
  sortBy: [{ date: 'desc' }],
  limit: 12,
})

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
const [homeAnswer, listAnswer] = [join(dir, 'home.json'), join(dir, 'list.json')]
process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
if (process.argv[2] === 'desk') await import('./desk.ts')
else await bench()

async function bench() {
  const environment = { DATA_DIR: join(dir, 'data'), CONTENT_DIR: writeContent() }
  const site = await start(siteFile, environment)
  await storedHome(site.port)
  await recordAnswer(homeAnswer, { port: site.port, headers: { 'Accept-Encoding': 'br' } })
  const list = { port: site.port, method: 'POST', path: '/_content/list', headers: json }
  await recordAnswer(listAnswer, list, listQuery)

  await contest({
    title: 'stored home page, brotli',
    request: home,
    site,
    floors: [
      { name: 'bare node:http', server: await start(floorFile, {}, ['http', homeAnswer]), atLeast: 0.75 },
      { name: 'bare Express', server: await start(floorFile, {}, ['express', homeAnswer]), atLeast: 1 },
    ],
  })
  await contest({
    title: '/_content, 12 of 60',
    request: requestText('POST', '/_content/list', json, listQuery),
    site,
    floors: [
      { name: 'bare Express', server: await start(floorFile, {}, ['json', listAnswer]), atLeast: 0.5 },
    ],
  })
  await site.stop()
  const dist = await build()
  const uncached = await start(join(dist, 'uncached-site.js'), environment)
  const stream = await start(floorFile, environment, ['stream', join(dist, 'tree.js')])
  await contest({
    title: 'rendered home page',
    request: requestText('GET', '/', { 'Accept-Encoding': 'identity' }),
    site: uncached,
    floors: [{ name: 'bare stream on Express', server: stream, atLeast: 0.7 }],
  })
  await uncached.stop()
  await reportStart()
  await reportMemory(await start(siteFile, environment))
}

/** Servers alternate, so that other load on the machine meets all of them. Ends the floors. */
async function contest({ title, request, site, floors }: Contest): Promise<void> {
  const servers = [{ name: 'site', server: site }, ...floors]
  const figures = servers.map(() => ({ cpu: [] as number[], latencies: [] as number[] }))
  for (const { server } of servers) await load(server.port, request, warmUpMs)
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server }] of servers.entries()) {
      const before = await server.usage()
      const latencies = await load(server.port, request, roundMs)
      const { cpuMs } = await server.usage()
      figures[index]?.cpu.push((cpuMs - before.cpuMs) / latencies.length)
      figures[index]?.latencies.push(...latencies)
    }
  }
  console.log(`\n${title}`)
  const rows = servers.map(async ({ name, server }, index) => {
    const { cpu = [], latencies = [] } = figures[index] ?? {}
    const row = {
      'CPU ms/1000': Number((median(cpu) * 1_000).toFixed(1)),
      'p50 ms': Number(median(latencies).toFixed(2)),
      'p99 ms': Number(quantile(latencies, 0.99).toFixed(2)),
      'RSS MB': Math.round((await server.usage()).rssMb),
    }
    return [name, row]
  })
  console.table(Object.fromEntries(await Promise.all(rows)))
  for (const [index, { name, server, atLeast }] of floors.entries()) {
    const ratios = figures[index + 1]?.cpu.map((cpu, round) => cpu / (figures[0]?.cpu[round] ?? 0)) ?? []
    report(`site / ${name}`, median(ratios), median(ratios) >= atLeast, `at least ${atLeast}`)
    await server.stop()
  }
}

/** Measures from the process's start to its first page, with the shipped content. */
async function reportStart(): Promise<void> {
  const ratios = { cpu: [] as number[], clock: [] as number[] }
  // The first two starts fill the caches of compiled code and parsed content.
  for (let round = -2; round < startRounds; round++) {
    const site = await startOnce(siteFile, { DATA_DIR: join(dir, 'start') })
    const floor = await startOnce(floorFile, {}, ['http', homeAnswer])
    if (round < 0) continue
    ratios.cpu.push(site.cpuMs / floor.cpuMs)
    ratios.clock.push(site.ms / floor.ms)
  }
  console.log('\nstart to first page')
  report('site / bare node:http', median(ratios.cpu), median(ratios.cpu) <= 4.5, 'at most 4.5')
  console.log(`by the clock ${median(ratios.clock).toFixed(2)} ×`)
}

async function startOnce(...args: Parameters<typeof start>) {
  const from = performance.now()
  const server = await start(...args)
  await load(server.port, requestText('GET', '/'), 0)
  const ms = performance.now() - from
  const { cpuMs } = await server.usage()
  await server.stop()
  return { ms, cpuMs }
}

async function reportMemory(site: Contestant): Promise<void> {
  for (let answered = 0; answered < memoryRequests; ) answered += (await load(site.port, home, 500)).length
  const { rssMb } = await site.usage()
  await site.stop()
  console.log(`\nmemory after ${memoryRequests} stored pages`)
  report('MB RSS', rssMb, rssMb <= 150, 'at most 150')
}

function report(name: string, figure: number, isReached: boolean, target: string): void {
  console.log(`${name}: ${figure.toFixed(2)}, ${target}: ${isReached ? 'reached' : 'MISSED'}`)
}

function writeContent(): string {
  const content = join(dir, 'content')
  cpSync(join(root, 'content'), content, { recursive: true })
  mkdirSync(join(content, 'list'))
  for (let index = 0; index < 60; index++) {
    const date = new Date(Date.UTC(2020, 0, 1 + index * 9)).toISOString().slice(0, 10)
    const fields = `title: Document ${index}\ndescription: What the document ${index} of sixty tells\ndate: ${date}`
    writeFileSync(join(content, `list/document-${index}.md`), `---\n${fields}\n---\n\nText of ${index}.\n`)
  }
  return content
}

/** The page is requested until it is stored and compressed. */
async function storedHome(port: number): Promise<void> {
  const etag = async () => {
    const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': 'br' } })
    return headers.get('etag')
  }
  for (let tries = 0; !(await etag())?.endsWith('-br"'); tries++) {
    if (tries > 500) throw new Error('the home page was never stored')
  }
}

/** Bundles the home page's tree apart from its renderer, and the site that renders it for each request. @returns the folder */
async function build(): Promise<string> {
  const { createBuilder } = await import('vite')
  const outDir = 'dist/bench'
  const input = {
    tree: 'client/measure/entry-bench.tsx',
    'uncached-site': 'server/testing/bench/uncached-site.ts',
  }
  const builder = await createBuilder({
    mode: 'production',
    logLevel: 'warn',
    environments: { ssr: { build: { outDir, rolldownOptions: { input } } } },
  })
  await builder.build(builder.environments.ssr as NonNullable<typeof builder.environments.ssr>)
  return join(root, outDir)
}
