type Area = 'localStorage' | 'sessionStorage'

/** Returns null for a missing or unreadable value. */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes the value. @returns false if the storage is refused or full, and keeps what it has */
export function writeStored(area: Area, key: string, value: unknown): boolean {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
