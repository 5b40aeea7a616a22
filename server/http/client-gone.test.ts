import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { clientGone } from './client-gone.ts'

test('aborts once the client leaves, also if it has left before', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = request({ port: (server.address() as AddressInfo).port }).end()
  client.on('error', () => {})
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse]
  const gone = clientGone(res)
  expect(gone.aborted).toBe(false)
  client.destroy()
  await once(gone, 'abort')
  expect(clientGone(res).aborted).toBe(true)
  server.close()
})
