import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#server/testing/support/free-port.ts'
import { type Driver, jsonFunction } from './driver.ts'

type Installed = { driver: string; browser: string; display: string }

/** WebKitGTK's MiniBrowser by WebKitWebDriver. */
export async function startWebKit({ driver, browser, display }: Installed): Promise<Driver> {
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display }
  const webDriver = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
  await whenReady(port)
  const options = { binary: browser, args: ['--automation'] }
  const { sessionId } = await post<{ sessionId: string }>('/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`

  return {
    async navigate(url) {
      await post(`${session}/url`, { url })
    },
    async back() {
      await post(`${session}/back`, {})
    },
    async evaluate(run, ...args) {
      const script = `const [json, done] = arguments; (${jsonFunction(run)})(json).then((result) => done({ result }), (error) => done({ error: String(error) }))`
      const { result, error } = await post<{ result: string; error?: string }>(`${session}/execute/async`, {
        script,
        args: [JSON.stringify(args)],
      })
      if (error) throw new Error(error)
      return JSON.parse(result)
    },
    async perform(actions) {
      await post(`${session}/actions`, { actions })
      await call('DELETE', `${session}/actions`)
    },
    async resize(width, height) {
      await post(`${session}/window/rect`, { width, height })
    },
    async close() {
      await call('DELETE', session)
      const exit = once(webDriver, 'exit')
      webDriver.kill()
      await exit
    },
  }

  function post<Result>(path: string, body: object): Promise<Result> {
    return call('POST', path, JSON.stringify(body))
  }

  async function call<Result>(method: string, path: string, body?: string): Promise<Result> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body }) })
    const { value } = (await response.json()) as { value: Result }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function whenReady(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    await setTimeout(100)
  }
  throw new Error('WebKitWebDriver did not start')
}
