type Area = 'localStorage' | 'sessionStorage'

/** Reading a member throws if the browser refuses storage. */
export type BrowserWith<Name extends Area> = {
  readonly [Each in Name]: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** @returns null for a missing value, undefined if the browser refuses storage */
export function readText<Name extends Area>(
  area: Name,
  key: string,
  browser: BrowserWith<Name> = window,
): string | null | undefined {
  try {
    return browser[area].getItem(key)
  } catch {
    return undefined
  }
}

/**
 * Null removes the value.
 * @returns false if the storage is refused or full; then the old value stays
 */
export function writeText<Name extends Area>(
  area: Name,
  key: string,
  text: string | null,
  browser: BrowserWith<Name> = window,
): boolean {
  try {
    if (text === null) browser[area].removeItem(key)
    else browser[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Returns null for a missing or invalid value. */
export function readStored<Name extends Area>(area: Name, key: string, browser?: BrowserWith<Name>): unknown {
  try {
    return JSON.parse(readText(area, key, browser) ?? 'null')
  } catch {
    return null
  }
}

/** Returns the same as `writeText`. */
export function writeStored<Name extends Area>(
  area: Name,
  key: string,
  value: unknown,
  browser?: BrowserWith<Name>,
): boolean {
  return writeText(area, key, value === null ? null : JSON.stringify(value), browser)
}
