import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { actNames } from '#shared/licensing/acts.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { runs } from '#shared/testing/properties.ts'
import { listen } from '../../web/http/listen.ts'
import { describeOnBothEngines } from '../support/databases.ts'
import { deskOptions } from '../support/desk.ts'
import { useShops } from '../support/shop.ts'
import { exchange } from './exchange.ts'
import { type Flight, generateFlight } from './generate-request.ts'
import { judge, judgeFlight } from './judge.ts'
import { requireShortTurns, turnMax } from './require-short-turns.ts'
import { runFuzz } from './run-fuzz.ts'
import { seedCustomer } from './seed-customer.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function serve(app: RequestListener): Promise<string> {
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const request = { method: 'GET', path: '/api/pricing', headers: {}, lines: [], body: null }

describeOnBothEngines('whatever is sent', (databases) => {
  const openShop = useShops(databases)

  test('is answered, with no error of ours, and by the API with problem+json', async () => {
    const shop = await openShop(await deskOptions())
    const customer = await seedCustomer(shop)
    const { seed } = inject('properties')
    const report = await runFuzz(await serve(shop.app), { batches: runs(15), seed, customer })
    expect(report.requests).toBeGreaterThan(50)
    expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '404', '422']))
  })
})

test('every act of a customer is tried on what is theirs, signed in, by script and by form', () => {
  const customer = {
    cookie: 'licences=x',
    deskToken: 'desk_x',
    licences: ['lic_1'],
    orders: ['ord_1'],
    activations: ['act_1'],
  }
  const requests = fc.sample(generateFlight(customer), { numRuns: 3000, seed: 1 }).flat()
  const tried = requests.filter(
    ({ method, headers }) => method === 'POST' && headers.cookie === customer.cookie,
  )
  const paths = new Set(tried.map(({ path }) => path))
  for (const act of ['release', 'replace-key', 'move']) {
    expect(paths).toContain(`${apiRoutes.licencesMine}/licences/lic_1/${act}`)
  }
  for (const act of ['buyer', 'pay', 'cancel']) {
    expect(paths).toContain(`${apiRoutes.licencesMine}/orders/ord_1/${act}`)
  }
  expect(paths).toContain(apiRoutes.licencesErasure)
  const forms = tried
    .filter(({ path }) => path.startsWith(routes.licencesChange))
    .map(({ body }) => String(body))
  for (const act of actNames) {
    expect(forms.filter((body) => new URLSearchParams(body).get('act') === act)).not.toEqual([])
  }
  expect(paths).not.toContain(apiRoutes.licencesSignOut)
})

describe('the judge', () => {
  const html = { type: 'text/html', text: '<html>', closes: false }

  test('knows what is wrong', () => {
    expect(judge(request, { status: 500, ...html })).toBe('status 500')
    expect(judge(request, { status: 404, ...html })).toBe('404 as text/html')
    expect(judge({ ...request, path: '/' }, { status: 404, ...html })).toBeNull()
    expect(judge(request, { status: 200, ...html, text: 'Error\n    at run (/srv/app.ts:1:2)' })).toBe(
      'a stack trace',
    )
  })

  test('wants 400 for two hosts, and every request answered unless the connection was closed', () => {
    const twoHosts = { ...request, lines: ['Host: evil.example'] }
    expect(judge(twoHosts, { status: 200, ...html })).toBe('two hosts are a 200')
    expect(judge(twoHosts, { status: 400, ...html, type: '' })).toBeNull()
    const found = { status: 200, ...html }
    expect(judgeFlight([request, request], [found])).toBe('1 answers to 2 requests')
    expect(judgeFlight([request, request], [{ ...found, closes: true }])).toBeNull()
    expect(judgeFlight(Array(200).fill(request), [])).toBeNull()
  })
})

test('the answers of one connection are told apart, whole or in pieces', async () => {
  const address = await serve((req, res) => {
    if (req.url === '/whole') res.setHeader('Content-Length', 5).end('whole')
    else if (req.url === '/none') res.writeHead(204).end()
    else {
      res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).write('in ')
      setImmediate(() => res.end('pieces'))
    }
  })
  const paths = ['/pieces', '/whole', '/none', '/pieces']
  const answers = await exchange(
    address,
    paths.map((path) => ({ ...request, path })),
  )
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, 'in pieces'],
    [200, 'whole'],
    [204, ''],
    [200, 'in pieces'],
  ])
  expect(answers[0]?.type).toBe('text/plain')
})

describe('a long turn of the loop', () => {
  const slow: Flight = [{ ...request, path: '/slow' }]
  const quick: Flight = [request]

  /** A site whose turns take these times, for flights together and then alone. */
  function pretend(together: number, alone: number[]) {
    const turns = [together, ...alone]
    const sent: Flight[] = []
    const send = async (flight: Flight) => sent.push(flight)
    return { send, sent, loop: { longestTurn: async () => turns.shift() ?? 0 } }
  }

  test('fails an answer that causes it alone, and again', async () => {
    const { send, loop } = pretend(turnMax + 50, [3, 3, turnMax + 20, turnMax + 10])
    await expect(requireShortTurns([quick, slow], send, loop)).rejects.toThrow('110 ms')
  })

  test('is nobody’s fault when it was many answers together, or code that was loaded once', async () => {
    const { send, loop, sent } = pretend(turnMax + 50, [3, 3, turnMax + 20, 40])
    expect(await requireShortTurns([quick, slow], send, loop)).toBe(40)
    expect(sent).toEqual([quick, quick, slow, slow])
  })

  test('isn’t searched for after short ones', async () => {
    const { send, loop, sent } = pretend(turnMax, [])
    expect(await requireShortTurns([quick], send, loop)).toBe(turnMax)
    expect(sent).toEqual([])
  })
})
