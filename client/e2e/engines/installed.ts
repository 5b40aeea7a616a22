import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export type EngineName = 'firefox' | 'webkit'

/** Null for engines whose Debian packages aren't installed. */
export const engines: Record<EngineName, (() => Promise<Driver>) | null> = {
  firefox: findFirefox(),
  webkit: findWebKit(),
}

export const packages: Record<EngineName, string> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver and xvfb',
}

function findFirefox(): (() => Promise<Driver>) | null {
  const binary = onPath('firefox-esr') ?? onPath('firefox')
  return binary ? () => startFirefox(binary) : null
}

function findWebKit(): (() => Promise<Driver>) | null {
  const driver = onPath('WebKitWebDriver')
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1)
  const shown = process.env.DISPLAY
  const xvfb = onPath('Xvfb')
  if (!driver || !browser || !(shown || xvfb)) return null
  return async () => {
    if (shown) return startWebKit({ driver, browser, display: shown })
    const { display, close } = await startDisplay(xvfb as string)
    const started = await startWebKit({ driver, browser, display })
    return { ...started, close: () => started.close().finally(close) }
  }
}

/** WebKitGTK has no headless mode, so it gets a display in memory. */
async function startDisplay(xvfb: string): Promise<{ display: string; close(): void }> {
  const screen = ['-displayfd', '1', '-screen', '0', '1400x1000x24']
  const server = spawn(xvfb, screen, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const number of createInterface(server.stdout)) {
    return { display: `:${number}`, close: () => void server.kill() }
  }
  throw new Error('Xvfb did not start')
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}
