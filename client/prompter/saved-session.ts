import { type Place, top } from './model/place.ts'
import { changeSettings, type Settings } from './model/settings.ts'

/** Stays in local storage, and is never sent anywhere. */
export type Session = {
  script: string
  settings: Settings
  place: Place
  /** Milliseconds on the clock. */
  used: number
}

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
export function saveSession(browser: Browser, session: Session): boolean {
  try {
    browser.localStorage.setItem(key, JSON.stringify({ version, ...session }))
    return true
  } catch {
    return false
  }
}

function parse(stored: unknown, defaults: Settings): Session | null {
  const { version: found, script, settings, place, used } = record(stored)
  if (found !== version || typeof script !== 'string') return null
  return {
    script,
    settings: changeSettings(defaults, record(settings)),
    place: parsePlace(record(place)),
    used: isAmount(used) ? used : 0,
  }
}

function parsePlace({ paragraph, fraction }: Record<string, unknown>): Place {
  const valid = isAmount(paragraph) && Number.isInteger(paragraph) && isAmount(fraction) && fraction <= 1
  return valid ? { paragraph, fraction } : top
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
