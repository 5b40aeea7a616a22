import { scriptMax } from './model/script.ts'
import { changeSettings, type Settings } from './model/settings.ts'

/** Stays in local storage, and is never sent anywhere. */
export type Session = { script: string; settings: Settings }

const key = 'prompter'
const version = 1

type Browser = { localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** @returns null if nothing readable is saved */
export function readSession(browser: Browser, defaults: Settings): Session | null {
  try {
    return parse(JSON.parse(browser.localStorage.getItem(key) ?? 'null'), defaults)
  } catch {
    return null
  }
}

/** @returns false if the storage is refused or full */
export function saveSession(browser: Browser, { script, settings }: Session): boolean {
  try {
    browser.localStorage.setItem(key, JSON.stringify({ version, script, settings }))
    return true
  } catch {
    return false
  }
}

function parse(stored: unknown, defaults: Settings): Session | null {
  const { version: found, script, settings } = (stored ?? {}) as Record<string, unknown>
  if (found !== version || typeof script !== 'string') return null
  return {
    script: script.slice(0, scriptMax),
    settings: changeSettings(defaults, { ...(settings as object) }),
  }
}
