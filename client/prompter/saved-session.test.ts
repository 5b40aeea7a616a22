import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { top } from './model/place.ts'
import { defaultSettings } from './model/settings.ts'
import { readSession, saveSession } from './saved-session.ts'

const defaults = defaultSettings({ narrow: false })
const fresh = { script: '', settings: defaults, place: top, used: 0 }

test('words, settings, place and clock are read back as saved', () => {
  const browser = createBrowser()
  const settings = { ...defaults, pace: 180, mirror: true }
  const session = {
    script: 'Good evening.\n',
    settings,
    place: { paragraph: 3, fraction: 0.25 },
    used: 61_000,
  }
  expect(saveSession(browser, session)).toBe(true)
  expect(readSession(browser, defaults)).toEqual(session)
})

test('the privacy page names where it is kept', () => {
  const names: string[] = []
  const localStorage = {
    getItem: () => null,
    setItem: (key: string) => void names.push(key),
    removeItem() {},
  }
  saveSession({ localStorage }, { ...fresh, script: 'a' })
  expect(readFileSync('content/legal/privacy.md', 'utf8')).toContain(`| \`${names[0]}\` | Local storage |`)
})

test('an emptied script is kept too', () => {
  const browser = createBrowser()
  saveSession(browser, fresh)
  expect(readSession(browser, defaults)?.script).toBe('')
})

test.each(['', 'null', '{', '[]', '"text"', '{"version":2,"script":"new"}', '{"version":1,"script":7}'])(
  'a storage that holds %j holds nothing',
  (stored) => {
    expect(readSession(createBrowser(stored), defaults)).toBeNull()
  },
)

test('any stored settings are read as valid ones', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (settings) => {
      const session = readSession(
        createBrowser(JSON.stringify({ version: 1, script: 'a', settings })),
        defaults,
      )
      expect(Object.keys(session?.settings ?? {})).toEqual(Object.keys(defaults))
    }),
  )
})

test('any stored place and clock are read as valid ones', () => {
  const part = fc.oneof(fc.jsonValue(), fc.integer(), fc.double({ noNaN: true }))
  fc.assert(
    fc.property(part, part, part, (paragraph, fraction, used) => {
      const stored = JSON.stringify({ version: 1, script: 'a', place: { paragraph, fraction }, used })
      const session = readSession(createBrowser(stored), defaults)
      expect(session?.used).toBeGreaterThanOrEqual(0)
      expect(Number.isInteger(session?.place.paragraph)).toBe(true)
      expect(session?.place.paragraph).toBeGreaterThanOrEqual(0)
      expect(session?.place.fraction).toBeGreaterThanOrEqual(0)
      expect(session?.place.fraction).toBeLessThanOrEqual(1)
    }),
  )
})

test('a long script is kept whole', () => {
  const browser = createBrowser()
  const script = 'long '.repeat(300_000)
  saveSession(browser, { ...fresh, script })
  expect(readSession(browser, defaults)?.script).toBe(script)
})

test('reports that a refusing storage kept nothing', () => {
  const refusing = {
    get localStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  }
  expect(readSession(refusing, defaults)).toBeNull()
  expect(saveSession(refusing, fresh)).toBe(false)
})

function createBrowser(stored?: string) {
  const storage = new Map(stored === undefined ? [] : [['prompter', stored]])
  return {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  }
}
