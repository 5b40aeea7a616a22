type Area = 'localStorage' | 'sessionStorage'

/** What the browser keeps under a key, parsed; null where there is nothing, or nothing readable. */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value, or with null forgets it. Where storage is refused or full nothing is kept. */
export function writeStored(area: Area, key: string, value: unknown): void {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, JSON.stringify(value))
  } catch {}
}
