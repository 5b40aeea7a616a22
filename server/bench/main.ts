import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { root } from '../root.ts'
import { type Contestant, type Server, start, startAlone } from './contestant.ts'
import { load, requestText } from './load.ts'

/**
 * Measures the built site against floors in the same rounds: what Node, Express and React need at the least. Each
 * server is a process of its own. CPU is the server's own; requests per second of it hardly move with the machine's load.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    milliseconds: { type: 'string', default: '400' },
    connections: { type: 'string', default: '10' },
  },
})
const rounds = Number(values.rounds)
const memoryRequests = 100_000
const startRounds = 15
/** Until the hot code is compiled. */
const warmUpMs = 5_000

/** The first contestant is compared with each of the others; `reach` is what it should be, by name. */
type Contest = { title: string; request: string; contestants: Record<string, Contestant>; reach: Reach[] }
type Reach = { against: string; atLeast: number; by: 'cpu' | 'wall' }
type Round = Record<string, { perSecond: number; perCpuSecond: number; bytes: number; latencies: number[] }>

const floorFile = join(root, 'server/bench/floor.ts')
const listQuery = JSON.stringify({
  only: ['title', 'description', 'date', 'path'],
  sortBy: [{ date: 'desc' }],
  limit: 12,
})

const dir = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  await bench()
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function bench() {
  const bundle = await buildTree()
  const environment = { DATA_DIR: join(dir, 'data'), CONTENT_DIR: writeContent() }
  const serverFile = join(root, 'server/main.ts')
  const site = await start(serverFile, environment)

  const home = requestText('GET', '/', { 'Accept-Encoding': 'br' })
  await writeAnswers(site.port)
  await contest({
    title: 'stored home page, brotli',
    request: home,
    contestants: {
      site,
      'bare node:http': await start(floorFile, {}, ['http', join(dir, 'home.br')]),
      'bare Express': await start(floorFile, {}, ['express', join(dir, 'home.br')]),
    },
    reach: [
      { against: 'bare node:http', atLeast: 0.8, by: 'cpu' },
      { against: 'bare Express', atLeast: 1, by: 'cpu' },
    ],
  })
  await contest({
    title: 'rendered home page',
    request: requestText('GET', '/', { 'Accept-Encoding': 'identity' }),
    contestants: {
      'site without its cache': await start(join(root, 'server/bench/uncached-site.ts'), environment),
      'bare stream on Express': await start(floorFile, environment, ['stream', bundle]),
    },
    reach: [{ against: 'bare stream on Express', atLeast: 0.75, by: 'cpu' }],
  })
  await contest({
    title: '/_content, 12 of 60',
    request: requestText('POST', '/_content/list', { 'Content-Type': 'application/json' }, listQuery),
    contestants: { site, 'bare Express': await start(floorFile, {}, ['json', join(dir, 'list.json')]) },
    reach: [{ against: 'bare Express', atLeast: 0.5, by: 'cpu' }],
  })
  await site.stop()
  await reportStart({
    site: () => startAlone(serverFile, { DATA_DIR: join(dir, 'start') }),
    'bare node:http': () => startAlone(floorFile, {}, ['http', join(dir, 'home.br')]),
  })
  await reportMemory(await start(serverFile, environment), home)
  await contest({
    title: `a search, rendered, on ${cpus().length} cores`,
    request: requestText('GET', '/news?q=version', { 'Accept-Encoding': 'identity' }),
    contestants: {
      'two workers': await start(serverFile, { ...environment, WEB_CONCURRENCY: '2' }),
      'one worker': await start(serverFile, environment),
    },
    reach: [{ against: 'one worker', atLeast: 1.6, by: 'wall' }],
  })
}

/** Rounds take turns, so that whatever else the machine does meets all of them. */
async function contest({ title, request, contestants, reach }: Contest): Promise<void> {
  const named = Object.entries(contestants)
  for (const [, { port }] of named) await run(port, request, warmUpMs)
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const result: Round = {}
    for (const [name, contestant] of round % 2 ? named.toReversed() : named) {
      result[name] = await measure(contestant, request)
    }
    results.push(result)
  }

  console.log(`\n${title}`)
  const rows = Object.fromEntries(await Promise.all(named.map((each) => summary(each, results))))
  // Of several workers only the process that keeps them tells what it used, and it does next to nothing.
  const ofWorkers = ['requests/s', 'p50 ms', 'p99 ms', 'bytes'] as const
  if (reach.some(({ by }) => by === 'wall')) console.table(rows, [...ofWorkers])
  else console.table(rows)
  for (const { against, atLeast, by } of reach) {
    const [first = ''] = Object.keys(contestants)
    const ratio = (figure: 'perSecond' | 'perCpuSecond') =>
      median(results.map((round) => (round[first]?.[figure] ?? 0) / (round[against]?.[figure] ?? 1)))
    const [cpu, wall] = [ratio('perCpuSecond'), ratio('perSecond')]
    const verdict = (by === 'cpu' ? cpu : wall) >= atLeast ? 'reached' : 'missed'
    const cpuText = by === 'cpu' ? `${cpu.toFixed(2)} × by CPU, ` : ''
    console.log(`${first} / ${against}: ${cpuText}${wall.toFixed(2)} × by clock; ${atLeast} × ${verdict}`)
  }
  for (const [name, contestant] of named) if (name !== 'site') await contestant.stop()
}

async function measure(contestant: Contestant, request: string): Promise<Round[string]> {
  const before = await contestant.usage()
  const { answered, seconds, bytes, latencies } = await run(
    contestant.port,
    request,
    Number(values.milliseconds),
  )
  const after = await contestant.usage()
  return {
    perSecond: answered / seconds,
    perCpuSecond: (answered * 1_000) / (after.cpuMs - before.cpuMs),
    bytes: bytes / answered,
    latencies,
  }
}

async function summary([name, contestant]: [string, Contestant], results: Round[]) {
  const own = results.map((round) => round[name]).filter((round) => round !== undefined)
  const latencies = own.flatMap((round) => round.latencies).sort((a, b) => a - b)
  const at = (share: number) => Number(latencies[Math.floor(latencies.length * share)]?.toFixed(2))
  const perCpuSecond = median(own.map((round) => round.perCpuSecond))
  const { rssMb } = await contestant.usage()
  const row = {
    'requests/s': Math.round(median(own.map((round) => round.perSecond))),
    'requests/CPU s': Math.round(perCpuSecond),
    'CPU ms/1000': Number((1_000_000 / perCpuSecond).toFixed(1)),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    bytes: Math.round(median(own.map((round) => round.bytes))),
    'RSS MB': Math.round(rssMb),
  }
  return [name, row] as const
}

/** Milliseconds from the start of a process to its first answer, with the shipped content. */
async function reportStart(starts: Record<string, () => Promise<Server>>): Promise<void> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < startRounds; round++) {
    for (const [name, begin] of Object.entries(starts)) {
      const from = performance.now()
      const server = await begin()
      await load({
        port: server.port,
        request: requestText('GET', '/'),
        milliseconds: 0,
        connections: 1,
      })
      times[name] = [...(times[name] ?? []), performance.now() - from]
      await server.stop()
    }
  }
  const [[name, own], [floor, floors]] = Object.entries(times) as [[string, number[]], [string, number[]]]
  const ratio = median(own.map((time, round) => time / (floors[round] as number)))
  console.log(
    `\nstart to first answer, ms: ${name} ${Math.round(median(own))} (at best ${Math.round(Math.min(...own))}),`,
  )
  console.log(`${floor} ${Math.round(median(floors))}; ${ratio.toFixed(1)} ×`)
}

async function reportMemory(site: Contestant, request: string): Promise<void> {
  const figures = [(await site.usage()).rssMb]
  for (let half = 0; half < 2; half++) {
    for (let answered = 0; answered < memoryRequests / 2; ) {
      answered += (await run(site.port, request, 500)).answered
    }
    figures.push((await site.usage()).rssMb)
  }
  await site.stop()
  console.log(`\nmemory of a site, MB RSS: ${figures.map(Math.round).join(', ')}`)
  console.log('(at its start, and after 50,000 and 100,000 stored pages)')
}

function run(port: number, request: string, milliseconds: number) {
  return load({ port, request, milliseconds, connections: Number(values.connections) })
}

/** The site's own content, and a folder of sixty documents. */
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

/** What the floors send: the very bytes that the site sends. */
async function writeAnswers(port: number): Promise<void> {
  const home = { 'Accept-Encoding': 'br' }
  const etag = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: home })).headers.get('etag')
  for (let tries = 0; !(await etag())?.endsWith('-br"'); tries++) {
    if (tries > 500) throw new Error('the home page was never stored')
  }
  writeFileSync(join(dir, 'home.br'), await rawBody(port, '/', home))
  const list = await fetch(`http://127.0.0.1:${port}/_content/list`, { method: 'POST', body: listQuery })
  writeFileSync(join(dir, 'list.json'), await list.text())
}

/** Not decoded, as `fetch` would. */
function rawBody(port: number, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, host: '127.0.0.1' }, (answer) => resolve(buffer(answer))).on('error', reject)
  })
}

async function buildTree(): Promise<string> {
  const { build } = await import('vite')
  await build({
    mode: 'production',
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: join(root, 'dist/bench'),
      rolldownOptions: { input: 'client/entry-bench.tsx' },
    },
  })
  return join(root, 'dist/bench/entry-bench.cjs')
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}
