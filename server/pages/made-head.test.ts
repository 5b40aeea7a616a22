import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMadeHead } from './made-head.ts'

const body = 'Grüße'
const headers = ['Content-Type', 'text/plain', 'X-Other', 'value', 'Content-Length', String(body.length)]
const noon = Date.UTC(2026, 0, 1, 12)

const made: Parameters<typeof writeMadeHead>[2] = { headers }
let now = noon
const server = createServer((req, res) => {
  if (req.url === '/made') writeMadeHead(req, res, made, now)
  else res.writeHead(200, headers)
  res.end(req.method === 'HEAD' ? undefined : body, 'latin1')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())

test.each([
  ['a plain one', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['HEAD', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['one that closes', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['one that keeps the connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n'],
  ['one that expects to go on', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 that keeps it', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
])('to every request goes what writeHead would send: %s', async (_name, request) => {
  const plain = 'GET /made HTTP/1.1\r\nHost: a\r\n\r\n'
  await exchange(plain)
  expect(made.madeHead).toBeDefined()
  const [expected, answer] = [await exchange(request), await exchange(request.replace('/', '/made'))]
  expect(withoutDate(answer)).toBe(withoutDate(expected))
  expect(answer.match(/Date: /g)).toHaveLength(1)
})

test('two on one connection, sent at once, are answered in turn', async () => {
  const request = 'GET /made HTTP/1.1\r\nHost: a\r\n\r\n'
  const one = withoutDate(await exchange(request))
  expect(withoutDate(await exchange(request + request))).toBe(one + one)
})

test('a head is made once in a second, and anew in the next', async () => {
  const request = 'GET /made HTTP/1.1\r\nHost: a\r\n\r\n'
  now = noon + 10_000
  await exchange(request)
  const { madeHead } = made
  now = noon + 10_999
  await exchange(request)
  expect(made.madeHead).toBe(madeHead)
  now = noon + 11_000
  await exchange(request)
  expect(made.madeHead).not.toBe(madeHead)
  expect(made.madeHead?.second).toBe(now / 1_000)
})

/** All that the server says to these bytes before it, or we, close the connection. */
async function exchange(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
  socket.write(request)
  setTimeout(() => socket.end(), 100)
  return text(socket)
}

function withoutDate(answer: string): string {
  return answer.replaceAll(/Date: .*\r\n/g, '')
}
