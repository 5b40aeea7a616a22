import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { runSoak } from './run-soak.ts'

test('two processes on one PostgreSQL, one killed at random under load: nothing acknowledged is lost or doubled', async () => {
  const report = await runSoak({
    orders: 30,
    clients: 8,
    kills: 1,
    processes: 2,
    databaseUrl: await newDatabase(),
    leases: 'expire',
    onProgress: () => {},
  })
  expect(Object.entries(report.stock).filter(([, number]) => number !== 0)).toEqual([])
  expect(report).toMatchObject({ orders: 30, messages: 3, kills: 1, isSound: true })
  expect(report.activations).toBeGreaterThanOrEqual(6 * 3)
})

async function newDatabase(): Promise<string> {
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`)
  await client.connect()
  const name = `soak_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  return `${inject('postgresUrl')}/${name}`
}
