import { type BrowserWith, readStored, writeStored } from '../site/framework/browser-storage.ts'
import { membersOf } from './model/members-of.ts'
import { type Place, top } from './model/place.ts'
import { changeSettings, type Settings } from './model/settings.ts'

/** Saved in local storage only, never sent anywhere. */
export type Session = {
  script: string
  settings: Settings
  place: Place
  /** The time on the clock, in milliseconds. */
  used: number
}

const key = 'prompter'
const version = 1

type Browser = BrowserWith<'localStorage'>

/** @returns null if nothing valid is saved */
export function readSession(browser: Browser, defaults: Settings): Session | null {
  return parse(readStored('localStorage', key, browser), defaults)
}

/** @returns whether the storage accepted it */
export function saveSession(browser: Browser, session: Session): boolean {
  return writeStored('localStorage', key, { version, ...session }, browser)
}

function parse(stored: unknown, defaults: Settings): Session | null {
  const { version: found, script, settings, place, used } = membersOf(stored)
  if (found !== version || typeof script !== 'string') return null
  return {
    script,
    settings: changeSettings(defaults, membersOf(settings)),
    place: parsePlace(membersOf(place)),
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
