import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Driver, jsonFunction } from './driver.ts'

/** Headless Firefox by its own WebDriver BiDi. */
export async function startFirefox(binary: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const options = ['--headless', '--remote-debugging-port=0', '--profile', profile]
  const firefox = spawn(binary, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const send = await connect(await addressOf(firefox.stderr))
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context

  return {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async back() {
      await send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    async evaluate(run, ...args) {
      const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
        target: { context },
        functionDeclaration: jsonFunction(run),
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result?.value ?? 'null')
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
      await send('input.releaseActions', { context })
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async close() {
      const exit = once(firefox, 'exit')
      firefox.kill()
      await exit
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Evaluated = { result?: { value: string }; exceptionDetails?: { text: string } }

async function addressOf(log: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(log)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (!address) continue
    log.resume()
    return address
  }
  throw new Error('Firefox did not start')
}

type Send = <Result>(method: string, params: object) => Promise<Result>
type Reply = { id?: number; result?: unknown; message?: string; error?: string }

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0

  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error, message }: Reply = JSON.parse(data)
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })

  return (method, params) => {
    const reply = Promise.withResolvers<unknown>()
    waiting.set(++last, reply)
    socket.send(JSON.stringify({ id: last, method, params }))
    return reply.promise as never
  }
}
