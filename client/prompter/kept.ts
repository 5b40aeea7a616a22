import { scriptMax } from './script.ts'
import { changeSettings, type Settings } from './settings.ts'

/** What the browser keeps from one visit to the next. It is never sent anywhere. */
export type Kept = { script: string; settings: Settings }

const key = 'prompter'
const version = 1

type Browser = { localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** @returns null when nothing is kept, or nothing that can be read */
export function readKept(browser: Browser, defaults: Settings): Kept | null {
  try {
    return parse(JSON.parse(browser.localStorage.getItem(key) ?? 'null'), defaults)
  } catch {
    return null
  }
}

/** @returns whether it is kept: storage may be refused or full */
export function writeKept(browser: Browser, { script, settings }: Kept): boolean {
  try {
    browser.localStorage.setItem(key, JSON.stringify({ version, script, settings }))
    return true
  } catch {
    return false
  }
}

function parse(stored: unknown, defaults: Settings): Kept | null {
  const { version: found, script, settings } = (stored ?? {}) as Record<string, unknown>
  if (found !== version || typeof script !== 'string') return null
  return {
    script: script.slice(0, scriptMax),
    settings: changeSettings(defaults, { ...(settings as object) }),
  }
}
