import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { allowLongBody } from './body-timeout.ts'
import { addressOf, listen } from './listen.ts'
import { parseJsonBody } from './parse-body.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const impatient = {
  headersTimeout: 150,
  bodyTimeout: 300,
  keepAliveTimeout: 150,
  timeout: 400,
  connectionsCheckingInterval: 20,
}

async function open(limits: Parameters<typeof listen>[2] = impatient) {
  const app = express()
  app.post('/refused', (_req, res) => void res.sendStatus(403))
  app.post('/long', (req, _res, next) => {
    allowLongBody(req)
    server.emit('long')
    next()
  })
  app.use(parseJsonBody())
  app.get('/endless', (_req, res) => {
    const write = () => {
      while (res.write('x'.repeat(64 * 1024)));
      res.once('drain', write)
    }
    write()
  })
  app.use((req, res) => void res.json({ got: req.body ?? null }))
  const server: Server = await listen(app, { port: 0, host: '127.0.0.1' }, limits)
  servers.push(server)
  const written: string[] = []
  server.on('connection', (connection) => {
    const write = connection.write.bind(connection)
    vi.spyOn(connection, 'write').mockImplementation((chunk, ...rest) => {
      written.push(String(chunk))
      return write(chunk, ...(rest as []))
    })
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { server, socket, written }
}

/** Writes slowly until the server hangs up, as a slow loris does. A reset connection may lose the answer. */
async function drip(socket: Socket, piece: string): Promise<void> {
  socket.resume()
  while (socket.writable) {
    socket.write(piece)
    await sleep(30)
  }
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'

test('headers that never end are cut off with a 408', async () => {
  const { socket, written } = await open()
  socket.write(head)
  await drip(socket, 'X-A: b\r\n')
  expect(written.join('')).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that never ends is cut off with a 408', async () => {
  const { socket, written } = await open()
  socket.write(`${head}\r\n`)
  await drip(socket, ' ')
  expect(written.join('')).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that never ends is cut off after its answer, too', async () => {
  const { socket, written } = await open()
  socket.write(`${head.replace('POST /', 'POST /refused')}\r\n`)
  await drip(socket, ' ')
  expect(written.join('')).toMatch(/^HTTP\/1\.1 403 /)
})

test('a body may take longer once it is allowed to', async () => {
  const { server, socket } = await open({ bodyTimeout: 300 })
  const answer = once(socket, 'data')
  socket.write(`${head.replace('POST /', 'POST /long').replace('1000', '2')}\r\n`)
  await once(server, 'long')
  // What comes later is cut off first.
  const { port } = server.address() as AddressInfo
  const other = connect(port, '127.0.0.1')
  other.write(`${head}\r\n`)
  expect(await text(other)).toMatch(/^HTTP\/1\.1 408 /)
  socket.write('{}')
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a silent connection is closed, and so is one that falls silent', async () => {
  const silent = await open()
  await text(silent.socket)
  const { socket } = await open()
  const answer = text(socket)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK.*\{"got":null\}$/s)
})

test('a client that doesn’t read is cut off together with its answer', async () => {
  const { server, socket } = await open()
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => connectionsOf(server)).toBe(1)
  socket.pause()
  await expect.poll(() => connectionsOf(server)).toBe(0)
})

test.each([
  ['one header of 20 KB', `X-A: ${'b'.repeat(20_000)}\r\n`],
  ['thousands of headers', 'X-A: b\r\n'.repeat(2500)],
  ['a cookie of 20 KB', `Cookie: ${'b'.repeat(20_000)}\r\n`],
])('%s is a 431', async (_case, headers) => {
  const { socket } = await open({})
  const answer = text(socket)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  expect(await answer).toMatch(/^HTTP\/1\.1 431 /)
})

test('an address of 20 KB is refused', async () => {
  const { socket } = await open({})
  const answer = text(socket)
  socket.write(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test.each([
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ['no host', ''],
  ['two hosts', 'host: y\r\n'],
])('a request with %s, which proxies read in different ways, is refused', async (name, headers) => {
  const { socket } = await open({})
  const answer = text(socket)
  const host = name === 'no host' ? '' : 'Host: x\r\n'
  socket.write(`POST / HTTP/1.1\r\n${host}${headers}\r\nhello`)
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
})

test('connections are kept for longer than a load balancer keeps them', async () => {
  const { server } = await open({})
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
  expect(server.headersTimeout).toBeLessThan(server.requestTimeout)
  expect(server.timeout).toBeGreaterThan(server.keepAliveTimeout)
})

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

test.each([
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['0:0::0', 'http://localhost:80'],
  ['localhost', 'http://localhost:80'],
  ['127.0.0.2', 'http://127.0.0.2:80'],
  ['::1', 'http://[::1]:80'],
  ['shop.internal', 'http://shop.internal:80'],
])('a server that listens to %s is opened at %s', (host, address) => {
  expect(addressOf({ host, port: 80 })).toBe(address)
})
