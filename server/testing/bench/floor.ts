import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedAnswer } from './record-answer.ts'

/** Each floor is the least that a kind of answer can cost: Node or Express sending, React rendering one tree. */
const [kind = '', file = ''] = process.argv.slice(2)

const floors: Record<string, () => Promise<RequestListener> | RequestListener> = {
  http: () => {
    const { headers, body } = readAnswer()
    const list = headers.flat()
    return (_req, res) => res.writeHead(200, list).end(body)
  },
  express: async () => {
    const { headers, body } = readAnswer()
    return (await expressApp()).get('/', (_req, res) => res.setHeaders(new Map(headers)).end(body))
  },
  json: async () => {
    const list = JSON.parse(String(readAnswer().body))
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

/** Loaded on demand, because bare Node must start without it. */
async function expressApp() {
  const { default: express } = await import('express')
  return express()
}

function readAnswer() {
  const { headers, body }: RecordedAnswer = JSON.parse(readFileSync(file, 'utf8'))
  return { headers, body: Buffer.from(body, 'base64') }
}
