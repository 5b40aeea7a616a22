import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { createGzip, gunzipSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendStream } from './send-stream.ts'

afterEach(() => vi.restoreAllMocks())

/** @returns the server's port, and how the answer ended */
async function answering(source: () => Readable, listeners = 0) {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((_req, res) => {
    for (let index = 0; index < listeners; index++) res.on('close', () => {})
    sendStream(res, source(), createGzip()).then(() => resolve('sent'), resolve)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, ended }
}

test('an answer goes through its transforms, and no number of usual listeners is warned of', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const { port, ended } = await answering(() => Readable.from(['one ', 'two']), 8)
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('one two')
  expect(await ended).toBe('sent')
  expect(warn).not.toHaveBeenCalled()
})

test('a source that fails cuts the answer off and rejects', async () => {
  const { port, ended } = await answering(() =>
    Readable.from(
      (async function* () {
        yield 'half'
        throw new Error('the database is gone')
      })(),
    ),
  )
  await expect(fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text())).rejects.toThrow()
  expect(await ended).toEqual(new Error('the database is gone'))
})

test('a visitor who leaves is no failure', async () => {
  const { port, ended } = await answering(() => new Readable({ read() {} }))
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', () => socket.destroy())
  expect(await ended).toBe('sent')
})
