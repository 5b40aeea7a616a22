import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Relay = {
  /** Address of the same database through the relay. */
  url: string
  /** Stops passing data on, but still accepts and keeps connections. */
  fallSilent(): void
  close(): Promise<void>
}

/**
 * Stands between a client and PostgreSQL, as a pooler does.
 * @param address over a socket
 * @param change what the client sends, without another length
 */
export async function startRelay(address: string, change = (sent: Buffer) => sent): Promise<Relay> {
  const { hostname, port, pathname, username, password } = new URL(address)
  const path = `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`
  const sockets: Socket[] = []
  let isSilent = false
  const server = createServer((client) => {
    const database = connect(path)
    for (const [from, to] of [[client, database] as const, [database, client] as const]) {
      sockets.push(from)
      from.on('data', (bytes: Buffer) => isSilent || to.write(from === client ? change(bytes) : bytes))
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `postgres://${username}:${password}@${host}${pathname}?sslmode=disable`,
    fallSilent() {
      isSilent = true
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
