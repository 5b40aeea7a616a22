import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerCommands } from '../../runtime/control/answer-commands.ts'
import { openConversations } from '../../runtime/control/control-client.ts'
import { controlDir, type Request } from '../../runtime/control/control-sockets.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { ContentError } from '../content-error.ts'
import type { PreparedContent } from '../library.ts'
import { ReloadError, reloadContent } from './reload-content.ts'

let dataDir: string
let stops: (() => Promise<void>)[] = []
let applied: string[] = []
const { log, logged } = createLineLog()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-'))
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
  applied = []
  rmSync(dataDir, { recursive: true })
})

test('all processes take up what they read', async () => {
  await startProcess(async () => read('one', 'new'))
  await startProcess(async () => read('two', 'new'))
  expect(await reloadContent(dataDir)).toBe(2)
  expect(applied.toSorted()).toEqual(['one', 'two'])
})

test('no process changes when one finds a problem, which is reported once and logged', async () => {
  const problem = new ContentError('site.yml', 3, 'product: is missing')
  await startProcess(async () => read('one', 'new', [problem]))
  await startProcess(async () => read('two', 'new', [problem]))
  await startProcess(async () => read('three', 'new'))
  await expect(reloadContent(dataDir)).rejects.toThrow(new ReloadError('site.yml:3: product: is missing'))
  expect(applied).toEqual([])
  expect(logged.at(-1)).toMatchObject({
    msg: 'content not reloaded',
    problems: ['site.yml:3: product: is missing'],
  })
})

test('a question that only another version knows isn’t logged as a reload', async () => {
  await startProcess(async () => read('one', 'new'))
  const [process] = await openConversations(dataDir)
  expect(await process?.ask('weather' as Request)).toEqual({ problems: [expect.stringContaining('weather')] })
  process?.close()
  expect(logged.at(-1)?.msg).toBe('question not understood')
})

test('no process changes when they read different files', async () => {
  await startProcess(async () => read('one', 'new'))
  await startProcess(async () => read('two', 'newer'))
  await expect(reloadContent(dataDir)).rejects.toThrow('try again')
  expect(applied).toEqual([])
})

test('no process changes when one can’t read the folder', async () => {
  await startProcess(async () => read('one', 'new'))
  await startProcess(() => Promise.reject(new Error('EMFILE')))
  await expect(reloadContent(dataDir)).rejects.toThrow('EMFILE')
  expect(applied).toEqual([])
})

test('a process that was killed is forgotten', async () => {
  await startProcess(async () => read('one', 'new'))
  await leaveSocketBehind(join(controlDir(dataDir), 'dead.sock'))
  expect(sockets()).toHaveLength(2)
  expect(await reloadContent(dataDir)).toBe(1)
  expect(sockets()).toHaveLength(1)
})

test('without a running site there is an error', async () => {
  await expect(reloadContent(dataDir)).rejects.toThrow(`No process of the site runs on ${dataDir}`)
})

test('a process that stops leaves no socket, and only its user could open it', async () => {
  const stop = await startProcess(async () => read('one', 'new'))
  expect(statSync(controlDir(dataDir)).mode & 0o777).toBe(0o700)
  await stop()
  expect(sockets()).toEqual([])
})

test('a site that can’t make a socket runs without one and logs it', async () => {
  const long = join(dataDir, 'x'.repeat(100))
  mkdirSync(long)
  stops.push(answer(async () => read('one', 'new'), long))
  await expect
    .poll(() => logged.at(-1))
    .toMatchObject({ level: 'warn', msg: 'the command line can’t reach this process' })
})

function answer(prepare: () => Promise<PreparedContent>, dir: string) {
  return answerCommands({ library: { prepare }, config: { dataDir: dir, siteUrl: 'http://localhost' }, log })
}

async function startProcess(prepare: () => Promise<PreparedContent>) {
  const before = sockets().length
  const stop = answer(prepare, dataDir)
  stops.push(stop)
  await expect.poll(() => sockets().length).toBe(before + 1)
  return stop
}

function sockets(): string[] {
  const dir = controlDir(dataDir)
  return existsSync(dir) ? readdirSync(dir) : []
}

function read(name: string, revision: string, errors: ContentError[] = []): PreparedContent {
  return { revision, errors, apply: () => void applied.push(name) }
}

/** A killed process leaves its socket; a closed server would remove it. */
async function leaveSocketBehind(path: string): Promise<void> {
  const server = createServer().listen(`${path}.open`)
  await once(server, 'listening')
  renameSync(`${path}.open`, path)
  server.close()
  await once(server, 'close')
}
