import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings } from './model/settings.ts'
import { readSession, saveSession } from './saved-session.ts'

const defaults = defaultSettings({ narrow: false })

test('words and settings are read back as saved', () => {
  const browser = createBrowser()
  const settings = { ...defaults, pace: 180, mirror: true }
  expect(saveSession(browser, { script: 'Good evening.\n', settings })).toBe(true)
  expect(readSession(browser, defaults)).toEqual({ script: 'Good evening.\n', settings })
})

test('the privacy page names where it is kept', () => {
  const names: string[] = []
  const localStorage = { getItem: () => null, setItem: (key: string) => void names.push(key) }
  saveSession({ localStorage }, { script: 'a', settings: defaults })
  expect(readFileSync('content/legal/privacy.md', 'utf8')).toContain(`| \`${names[0]}\` | Local storage |`)
})

test('an emptied script is kept too', () => {
  const browser = createBrowser()
  saveSession(browser, { script: '', settings: defaults })
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

test('reports that a refusing storage kept nothing', () => {
  const refusing = {
    get localStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  }
  expect(readSession(refusing, defaults)).toBeNull()
  expect(saveSession(refusing, { script: 'a', settings: defaults })).toBe(false)
})

function createBrowser(stored?: string) {
  const storage = new Map(stored === undefined ? [] : [['prompter', stored]])
  return {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
  }
}
