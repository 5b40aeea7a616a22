import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnPostgres } from '../testing/support/databases.ts'
import { freePort } from '../testing/support/free-port.ts'
import { type SpawnedSite, spawnSite } from '../testing/support/spawn-site.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const patience = { timeout: 60_000 }

describeOnPostgres('the shipped nginx.conf', ({ create }) => {
  test.skipIf(!hasNginx)(
    'answers at an address with a port, logs the request’s id, and loses nothing while its machines restart one after the other',
    async () => {
      const { environment } = await create()
      const [front, ...ports] = await Promise.all([freePort(), freePort(), freePort()])
      const host = `www.example.com:${front}`
      const start = async (port: number): Promise<SpawnedSite> => {
        const variables = { SITE_URL: `https://${host}`, TRUST_PROXY: '1', PORT: String(port) }
        const site = spawnSite({ ...environment, ...variables })
        stops.push(() => site.child.kill('SIGKILL'))
        await vi.waitFor(() => expect(site.listening).toHaveLength(1), patience)
        return site
      }
      const machines = await Promise.all(ports.map(async (port) => ({ port, site: await start(port) })))
      const { accessLog } = await startNginx(front, ports)
      await vi.waitFor(() => ask(front, host, 'GET', '/healthz'), patience)

      const page = await ask(front, host, 'GET', `${routes.home}?token=secret`)
      expect(page.status).toBe(200)
      const line = () => readFileSync(accessLog, 'utf8')
      await expect.poll(line).toContain(page.id)
      expect(line()).not.toContain('secret')
      const customer = await ask(front, host, 'GET', deskRoutes.customer('ada@example.com'))
      await expect.poll(line).toContain(customer.id)
      expect(line()).toContain('"GET /desk/customers/[address]"')
      expect(line()).not.toContain('ada@')

      const statuses: number[] = []
      let isOver = false
      const load = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          statuses.push((await ask(front, host, 'GET', routes.pricing)).status)
          statuses.push((await ask(front, host, 'POST', apiRoutes.cartPrice)).status)
        }
      })
      for (const machine of machines) {
        expect(await machine.site.stop()).toEqual([0, null])
        const before = statuses.length
        await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 20), patience)
        machine.site = await start(machine.port)
      }
      isOver = true
      await Promise.all(load)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
    },
  )
})

/** Ports, certificate and machines alone differ from the shipped file. */
async function startNginx(port: number, machines: number[]): Promise<{ accessLog: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  stops.push(() => rmSync(folder, { recursive: true, force: true }))
  const accessLog = join(folder, 'access.log')
  const plain = await freePort()
  const tls = join(import.meta.dirname, '../testing/support/tls/server')
  const shipped = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
  const [machine = ''] = /^\tserver .*;$/m.exec(shipped) ?? []
  const site = shipped
    .replace(machine, machines.map((each) => machine.replace('3000', String(each))).join('\n'))
    .replace(/^\tlisten \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${tls}.crt;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${tls}.key;`)
    .replace('/var/log/nginx/site.log', accessLog)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  const nginx: ChildProcess = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', file], {
    stdio: 'ignore',
  })
  stops.push(async () => {
    nginx.kill('SIGQUIT')
    if (nginx.exitCode === null) await once(nginx, 'exit')
  })
  return { accessLog }
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

async function ask(port: number, host: string, method: 'GET' | 'POST', path: string) {
  const headers = { host, ...(method === 'POST' && { 'content-type': 'application/json' }) }
  const asking = request({ host: '127.0.0.1', port, agent, method, path, headers })
  asking.end(
    method === 'POST' ? JSON.stringify({ items: [{ sku: 'studio', qty: 1 }], country: 'AU' }) : undefined,
  )
  const [response] = await once(asking, 'response')
  await text(response)
  return { status: Number(response.statusCode), id: String(response.headers['x-request-id']) }
}
