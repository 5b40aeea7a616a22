import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../testing/databases.ts'
import { useShops } from '../testing/shop.ts'
import { judge } from './judge.ts'
import { runFuzz } from './run-fuzz.ts'

describeOnBothEngines('whatever is sent', (databases) => {
  const openShop = useShops(databases)

  test('is answered, with no error of ours, and by the API with problem+json', async () => {
    const { app } = await openShop()
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const report = await runFuzz(`http://127.0.0.1:${port}`, { seconds: 4, seed: 2026 })
    server.closeAllConnections()
    server.close()
    expect(report.requests).toBeGreaterThan(50)
    expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '404', '422']))
  })
})

test('the judge knows what is wrong', () => {
  const request = { method: 'GET', path: '/api/pricing', headers: {}, body: null }
  const html = { type: 'text/html', text: '<html>' }
  expect(judge(request, { status: 500, ...html })).toBe('status 500')
  expect(judge(request, { status: 404, ...html })).toBe('404 as text/html')
  expect(judge({ ...request, path: '/' }, { status: 404, ...html })).toBeNull()
  expect(judge(request, { status: 200, ...html, text: 'Error\n    at run (/srv/app.ts:1:2)' })).toBe(
    'a stack trace',
  )
})
