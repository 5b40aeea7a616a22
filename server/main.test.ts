import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { freePort } from './testing/support/free-port.ts'
import { createTestApp } from './testing/support/test-app.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test('warns of a variable that is nearly one of the site’s', async () => {
  const { stdout } = start({ PORT: '0', SITE_ULR: 'https://example.com' })
  if (!stdout) throw new Error('no log')
  const [line] = await once(createInterface({ input: stdout }), 'line')
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    msg: expect.stringContaining('Is SITE_URL meant?'),
  })
})

test('logs its address as JSON and serves there; SIGTERM drains: not ready, then every answer, then exit 0, despite SIGINT', async () => {
  // Shorter than Node's keep-alive, which may not hold up the end.
  const child = start({ PORT: '0', SHUTDOWN_TIMEOUT_MS: '4000' })
  const { address } = await listening(child)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const log = text(child.stdout as never)
  const exit = once(child, 'exit')
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string, options: RequestOptions = {}) => request(address + path, { agent, ...options })
  const get = async (path: string) => {
    const [response]: [IncomingMessage] = (await once(ask(path).end(), 'response')) as never
    return { response, body: await text(response) }
  }
  const body = '{}'
  const post = ask('/_content/releases', { method: 'POST', headers: { 'content-length': body.length } })
  post.flushHeaders()
  // A busy machine may be late for the listener, so connections are open before.
  const answers = await Promise.all(['/readyz', '/healthz', '/'].map(get))
  expect(answers.map(({ response }) => response.statusCode)).toEqual([200, 200, 200])
  expect(answers[2]?.body).toContain('Experience the difference.')

  child.kill('SIGUSR2')
  child.kill('SIGTERM')
  await expect.poll(async () => (await get('/readyz')).response.statusCode).toBe(503)
  child.kill('SIGINT')
  const page = await get('/')
  expect(page.response).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  expect(page.body).toContain('</html>')
  const answer = once(post, 'response')
  post.end(body)
  const [response] = await answer
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(await exit).toEqual([0, null])
  expect(await log).not.toContain('cut off')
  // Without workers it can't be replaced, and goes on.
  expect(await log).toContain('Set WEB_CONCURRENCY')
  agent.destroy()
})

test('npm, a platform and systemd start the same built file', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.start).toBe('node dist/server/main.js')
  expect(readFileSync('Procfile', 'utf8')).toMatch(/^web: node .*dist\/server\/main\.js$/m)
  expect(readFileSync('server/deploy/site.service', 'utf8')).toMatch(
    /^ExecStart=\/srv\/site\/node .*\/current\/dist\/server\/main\.js$/m,
  )
  expect(readFileSync('server/deploy/Dockerfile', 'utf8')).toContain('CMD ["dist/server/main.js"]')
})

test('systemd gives the site no variable that the command line would need too', () => {
  const unit = readFileSync('server/deploy/site.service', 'utf8')
  expect(unit.match(/^Environment.*$/gm)).toEqual(['Environment=HOST=127.0.0.1'])
})

test('a taken port is a plain sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = { PORT: String(port), HOST: '127.0.0.1' }
  const reason = `Port ${port} is taken by another program: stop it, or set PORT to a free one.`
  expect(await failing(taken)).toBe(reason)
  expect(await failing({ ...taken, WEB_CONCURRENCY: '2' })).toBe(reason)
  other.close()
})

test('a wrong configuration stops the start with one message', async () => {
  expect(await failing({ PORT: 'x', TRUST_PROXY: 'yes' })).toMatch(
    /^The configuration is wrong:\n {2}PORT: .*\n {2}TRUST_PROXY: .*$/,
  )
})

test('a broken file of content stops the start and names file and line', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', dir, { recursive: true })
  writeFileSync(
    join(dir, 'pricing.yml'),
    'currency: AUD\ntaxIncluded: true\ntax: { name: GST }\nproducts: []\n',
  )
  expect(await failing({ CONTENT_DIR: dir })).toContain(`${join(dir, 'pricing.yml')}:3: tax: `)
})

test('a PostgreSQL that refuses, or that nobody knows, stops the start', async () => {
  const free = await freePort()
  const refused = await failing({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${free}/shop` })
  expect(refused).toBe(`PostgreSQL at 127.0.0.1:${free}/shop: connect ECONNREFUSED 127.0.0.1:${free}`)
  const DATABASE_URL = 'postgres://me:secret@nowhere.invalid/shop?sslmode=disable'
  await expect(createTestApp({ DATABASE_URL })).rejects.toThrow(
    /^PostgreSQL at nowhere\.invalid\/shop: getaddrinfo (ENOTFOUND|EAI_AGAIN) nowhere\.invalid$/,
  )
})

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', DATA_DIR: 'test-results/data', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

async function listening(child: ChildProcess): Promise<{ address: string }> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const entry = JSON.parse(line)
    if (entry.msg === 'listening') return entry
  }
  throw new Error('the site ended before it listened')
}

/** @returns the message of the only log line, which has no stack */
async function failing(environment: NodeJS.ProcessEnv): Promise<string> {
  const child = start({ PORT: '0', ...environment })
  const [log, errors, exit] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ])
  expect([errors, exit]).toEqual(['', [1, null]])
  const { level, msg, ...rest } = JSON.parse(log)
  expect([level, Object.keys(rest)]).toEqual(['fatal', ['time']])
  return msg
}
