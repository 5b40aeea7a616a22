import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least that each kind of answer can cost: Node or Express sending what it has, React rendering one tree. */
const [kind = '', file = ''] = process.argv.slice(2)

const floors: Record<string, () => Promise<RequestListener> | RequestListener> = {
  http: () => {
    const bytes = readFileSync(file)
    return (_req, res) => {
      res.writeHead(200, pageHeaders(bytes))
      res.end(bytes)
    }
  },
  express: async () => {
    const bytes = readFileSync(file)
    return (await expressApp()).get('/', (_req, res) => void res.set(pageHeaders(bytes)).end(bytes))
  },
  json: async () => {
    const list = JSON.parse(readFileSync(file, 'utf8'))
    return (await expressApp()).post('/_content/list', (_req, res) => void res.json(list))
  },
  stream: async () => {
    const { homeTree } = await import('./home-tree.ts')
    const { tree, renderToPipeableStream } = await homeTree(file)
    return (await expressApp()).get('/', (_req, res) => {
      const { pipe } = renderToPipeableStream(tree, { onShellReady: () => pipe(res.type('html')) })
    })
  },
}

const floor = floors[kind]
if (!floor) throw new Error(`There is no floor ${kind}`)
const server = createServer(await floor()).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ msg: 'listening', address: `http://127.0.0.1:${port}` }))
})
process.on('SIGTERM', () => process.exit())

/** Loaded only where it's used: bare Node starts without it. */
async function expressApp() {
  const { default: express } = await import('express')
  return express()
}

function pageHeaders(bytes: Buffer) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': bytes.length,
  }
}
