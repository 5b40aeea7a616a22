type Area = 'localStorage' | 'sessionStorage'

/** Reading a member throws where the storage is refused. */
type Browser = {
  readonly [Name in Area]?: Pick<Storage, 'getItem' | 'setItem'> & { removeItem?: Storage['removeItem'] }
}

/** @returns null for a missing value, undefined if the storage is refused */
export function readText(area: Area, key: string, browser: Browser = window): string | null | undefined {
  try {
    return browser[area]?.getItem(key)
  } catch {
    return undefined
  }
}

/** Null removes the value. @returns false if the storage is refused or full, and keeps what it has */
export function writeText(area: Area, key: string, text: string | null, browser: Browser = window): boolean {
  try {
    if (text === null) browser[area]?.removeItem?.(key)
    else browser[area]?.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Returns null for a missing or unreadable value. */
export function readStored(area: Area, key: string, browser?: Browser): unknown {
  try {
    return JSON.parse(readText(area, key, browser) ?? 'null')
  } catch {
    return null
  }
}

/** As `writeText` does. */
export function writeStored(area: Area, key: string, value: unknown, browser?: Browser): boolean {
  return writeText(area, key, value === null ? null : JSON.stringify(value), browser)
}
