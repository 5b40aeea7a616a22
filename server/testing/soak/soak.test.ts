import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { runSoak } from './run-soak.ts'

test('two processes on one PostgreSQL, both killed at random under load: nothing acknowledged is lost or doubled', async () => {
  const report = await runSoak({
    orders: 60,
    clients: 8,
    kills: 2,
    processes: 2,
    databaseUrl: await newDatabase(),
    leases: 'expire',
    onProgress: () => {},
  })
  expect(Object.entries(report.stock).filter(([, number]) => number !== 0)).toEqual([])
  expect(report).toMatchObject({ orders: 60, messages: 6, kills: 2, isSound: true })
  expect(report.activations).toBeGreaterThanOrEqual(12 * 3)
})

async function newDatabase(): Promise<string> {
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`)
  await client.connect()
  const name = `soak_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  return `${inject('postgresUrl')}/${name}`
}
