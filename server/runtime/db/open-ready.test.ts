import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { startRelay } from '../../testing/support/relay.ts'
import { openReady } from './open-ready.ts'

const open = (databaseUrl: string) => openReady({ databaseUrl, dataDir: '' }, (database) => database.ping())

test('a pooler that leaves out the site’s settings is told from PostgreSQL', async () => {
  const address = `${inject('postgresUrl')}/postgres`
  await (await open(`${address}?sslmode=disable`)).close()
  // Anybody may set a name with a dot, and nothing reads it.
  const leaveOut = (sent: Buffer) =>
    sent.includes('\0user\0')
      ? Buffer.from(sent.toString('latin1').replace('statement_timeout', 'statement.timeout'), 'latin1')
      : sent
  const pooler = await startRelay(address, leaveOut)
  await expect(open(pooler.url)).rejects.toThrow(
    /^PostgreSQL at 127.0.0.1:\d+\/postgres: the site’s own settings don’t reach it. A pooler .+ DATABASE_URL\.$/,
  )
  await pooler.close()
})

test('a pooler that refuses the site’s settings is told from PostgreSQL', async () => {
  const says = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(4 + says.length)}${says}`)
  const pooler = createServer((client) => client.once('data', () => client.end(refusal)))
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  await expect(open(`postgres://site@127.0.0.1:${port}/site?sslmode=disable`)).rejects.toThrow(
    /: unsupported startup parameter: statement_timeout. A pooler .+ DATABASE_URL\.$/,
  )
  pooler.close()
})
