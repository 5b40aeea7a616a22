import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** For servers that must know their address before they start. Another process may still take the port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
