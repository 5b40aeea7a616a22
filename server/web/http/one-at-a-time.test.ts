import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { listen } from './listen.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function open(app: RequestListener) {
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  servers.push(server)
  return async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
}

/** Holds each answer until the test releases it. */
function createGate() {
  const held: { req: IncomingMessage; res: ServerResponse }[] = []
  const begun: (string | undefined)[] = []
  const app: RequestListener = (req, res) => {
    begun.push(req.url)
    held.push({ req, res })
  }
  return {
    app,
    held,
    begun,
    letGo() {
      const { req, res } = held.shift() ?? expect.fail('nothing is under way')
      res.end(`<${req.url}>`)
    },
  }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const last = (path: string) => get(path, 'Connection: close\r\n')

test('pipelined requests are begun one by one and answered in order', async () => {
  const { app, begun, letGo } = createGate()
  const socket = await (await open(app))()
  const answer = text(socket)
  socket.write(get('/1') + get('/2') + get('/3') + last('/4'))
  for (const path of ['/1', '/2', '/3', '/4']) {
    await expect.poll(() => begun.at(-1)).toBe(path)
    await turns(10)
    expect(begun.at(-1)).toBe(path)
    letGo()
  }
  expect((await answer).match(/<.*?>/g)).toEqual(['</1>', '</2>', '</3>', '</4>'])
})

test('nothing more is read while requests wait, though the body of the first is', async () => {
  const { app, held, begun } = createGate()
  const socket = await (await open(app))()
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi`
  socket.write(post('/1') + post('/2'))
  const { req } = await vi.waitFor(() => held[0] ?? expect.fail(), 60_000)
  const read = req.socket.bytesRead
  expect(await text(req)).toBe('hi')
  socket.write(get('/3').repeat(50))
  await turns(50)
  expect(req.socket.bytesRead).toBe(read)
  expect(begun).toEqual(['/1'])
})

test('a client that doesn’t read causes one rendering', async () => {
  let begun = 0
  const connectOne = await open((_req, res) => {
    begun++
    res.end(Buffer.alloc(8 * 1024 * 1024))
  })
  const socket = await connectOne()
  socket.pause()
  socket.write(get('/page').repeat(90))
  await expect.poll(() => begun).toBeGreaterThan(0)
  await turns(500)
  expect(begun).toBeLessThan(3)
})

test('other connections are answered while one’s requests wait', async () => {
  let begun = 0
  const connectOne = await open((_req, res) => {
    begun++
    res.end('x')
  })
  const [one, other] = [await connectOne(), await connectOne()]
  one.resume()
  one.write(get('/').repeat(100))
  other.write(last('/'))
  await text(other)
  expect(begun).toBeLessThan(100)
  await expect.poll(() => begun).toBe(101)
})

test('a connection on which far too many wait is closed', async () => {
  const { app, begun } = createGate()
  const socket = await (await open(app))()
  socket.write(get('/').repeat(2_400))
  await once(socket, 'close')
  expect(begun).toEqual(['/'])
})

test('a connection stays open for requests after the queue', async () => {
  const socket = await (await open((req, res) => void res.end(`<${req.url}>`)))()
  const seen: string[] = []
  socket.on('data', (chunk) => seen.push(...(String(chunk).match(/<.*?>/g) ?? [])))
  for (const round of ['a', 'b', 'c']) {
    socket.write(get(`/${round}1`) + get(`/${round}2`) + get(`/${round}3`))
    await expect.poll(() => seen.at(-1)).toBe(`</${round}3>`)
  }
  expect(seen).toHaveLength(9)
})

test('a large body behind another request arrives whole', async () => {
  const connectOne = await open(async (req, res) => res.end(`<${(await text(req)).length}>`))
  const socket = await connectOne()
  const answer = text(socket)
  const post = (length: number, more = '') =>
    `POST / HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${length}\r\n\r\n${'b'.repeat(length)}`
  socket.write(post(300_000) + post(400_000) + post(500_000, 'Connection: close\r\n'))
  expect((await answer).match(/<.*?>/g)).toEqual(['<300000>', '<400000>', '<500000>'])
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}
