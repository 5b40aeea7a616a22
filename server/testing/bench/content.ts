import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Usage } from './content-server.ts'
import { generateContent } from './generate-content.ts'
import { median } from './quantile.ts'

/** Compares CPU per request with a bare server's in the same rounds. `model` is the CPU of Nuxt Content 1 for that query. */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    milliseconds: { type: 'string', default: '500' },
  },
})
const documents = Number(values.documents)
const model = { bareCpuMs: 0.05, startCpuMs: 71_000, rssMb: 1_100 }

type Query = {
  name: string
  path: string
  body: Record<string, unknown>
  modelCpuMs: number
  /** The server may refuse the query if it does so quickly. */
  mayBeRefused?: boolean
}
type Server = { child: ChildProcess; start: Usage }

const dir = mkdtempSync(join(tmpdir(), 'content-bench-'))
const servers: Server[] = []
try {
  const { word } = generateContent(dir, documents)
  const content = await start([dir])
  const bare = await start([])
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const rows = []
  for (const query of queriesOf(word)) rows.push(await measure(query, content, bare, agent))
  agent.destroy()
  const end = await usageOf(content)
  console.table(rows)
  console.log(`start: ${content.start.cpuMs.toFixed(0)} ms CPU (model ${model.startCpuMs}), `)
  console.log(
    `memory: ${content.start.rssMb.toFixed(0)} MB, ${end.rssMb.toFixed(0)} after (model ${model.rssMb})`,
  )
} finally {
  for (const { child } of servers) child.disconnect()
  rmSync(dir, { recursive: true })
}

function queriesOf(word: string): Query[] {
  const middle = Math.floor(documents / 20) * 10
  const search = (query: string) => ({ search: { query }, only: ['title', 'slug'], limit: 10 })
  return [
    { name: 'one page', path: `/news/post-${middle}`, body: {}, modelCpuMs: 1.13 },
    {
      name: 'blog index',
      path: '/news',
      body: {
        where: { draft: { $ne: true } },
        sortBy: [{ date: 'desc' }],
        only: ['title', 'slug', 'date', 'description', 'tags'],
        limit: 10,
      },
      modelCpuMs: 22.7,
    },
    {
      name: 'tag filter',
      path: '/news',
      body: {
        where: { tags: { $contains: 'tag-7' } },
        sortBy: [{ views: 'desc' }],
        only: ['title', 'slug', 'views'],
        limit: 10,
      },
      modelCpuMs: 15.6,
    },
    { name: 'search, one word', path: '/news', body: search(word), modelCpuMs: 13.8 },
    { name: 'search, three letters', path: '/news', body: search(word.slice(0, 3)), modelCpuMs: 211 },
    { name: 'sitemap', path: '/', body: { deep: true, only: ['path'] }, modelCpuMs: 97.3 },
    {
      name: 'previous and next',
      path: '/news',
      body: {
        sortBy: [{ date: 'asc' }],
        only: ['title', 'path'],
        surround: { slugOrPath: `post-${middle}` },
      },
      modelCpuMs: 91.9,
    },
    {
      name: 'compound',
      path: '/news',
      body: {
        where: { $or: [{ category: 'ops' }, { rating: { $gte: 4.5 } }] },
        sortBy: [{ category: 'asc' }, { date: 'desc' }],
        only: ['slug', 'category'],
        skip: 20,
        limit: 20,
      },
      modelCpuMs: 24.4,
    },
    { name: 'plain pattern', ...pattern([`${word} [a-c]`, 'i']), modelCpuMs: 35.9 },
    { name: 'pattern', ...pattern([`(?:${word}|none).{0,9}x`, 'i']), modelCpuMs: 32.5 },
    // JavaScript's own regular expressions, and so Nuxt Content, would never finish.
    {
      name: 'hostile pattern',
      ...pattern('(?:[a-z]+ ?)+#'),
      modelCpuMs: Number.POSITIVE_INFINITY,
      mayBeRefused: true,
    },
  ]
}

function pattern($regex: unknown): Pick<Query, 'path' | 'body'> {
  return { path: '/news', body: { where: { text: { $regex } }, only: ['slug'], limit: 10 } }
}

async function measure(query: Query, content: Server, bare: Server, agent: Agent) {
  const { name, body, modelCpuMs } = query
  const repeated: number[] = []
  const fresh: number[] = []
  const floor: number[] = []
  let count = 0
  // An unknown field name changes the cache key but not the answer.
  const varied = () => JSON.stringify({ ...body, without: [`none-${count++}`] })
  for (let round = 0; round < Number(values.rounds); round++) {
    repeated.push(await load(content, query, agent, () => JSON.stringify(body)))
    fresh.push(await load(content, query, agent, varied))
    floor.push(await load(bare, query, agent, () => JSON.stringify(body)))
  }
  const toBare = (cpuMs: number) => Number((cpuMs / median(floor)).toFixed(1))
  const gain = (cpuMs: number) => Math.round(modelCpuMs / model.bareCpuMs / (cpuMs / median(floor)))
  return {
    query: name,
    'repeated ms': Number(median(repeated).toFixed(3)),
    'fresh ms': Number(median(fresh).toFixed(3)),
    'bare ms': Number(median(floor).toFixed(3)),
    'fresh / bare': toBare(median(fresh)),
    'model / bare': Math.round(modelCpuMs / model.bareCpuMs),
    'gain repeated': gain(median(repeated)),
    'gain fresh': gain(median(fresh)),
  }
}

/** CPU milliseconds of the server per request, over ten connections. */
async function load(server: Server, query: Query, agent: Agent, body: () => string): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await post(server, query, agent, body())
  const before = await usageOf(server)
  const end = performance.now() + Number(values.milliseconds)
  let answered = 0
  const connection = async () => {
    while (performance.now() < end) {
      await post(server, query, agent, body())
      answered++
    }
  }
  await Promise.all(Array.from({ length: 10 }, connection))
  const after = await usageOf(server)
  return (after.cpuMs - before.cpuMs) / answered
}

function post(
  { start: { port } }: Server,
  { path, mayBeRefused }: Query,
  agent: Agent,
  body: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const options = { host: '127.0.0.1', port, path: `/_content${path}`, method: 'POST', agent, headers }
    const pending = request(options, (response) => {
      if (response.statusCode !== 200 && !mayBeRefused)
        reject(new Error(`${path}: status ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    pending.on('error', reject).end(body)
  })
}

async function start(args: string[]): Promise<Server> {
  const child = fork(new URL('content-server.ts', import.meta.url), args)
  const [usage] = (await once(child, 'message')) as [Usage]
  const server = { child, start: usage }
  servers.push(server)
  return server
}

async function usageOf({ child }: Server): Promise<Usage> {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}
