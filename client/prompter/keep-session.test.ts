import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSession } from './keep-session.ts'
import { top } from './model/place.ts'
import { defaultSettings, type Settings } from './model/settings.ts'
import { createPrompter } from './prompter.ts'
import { readSession } from './saved-session.ts'

const defaults = defaultSettings({ narrow: false })
const sample = 'The sample.'
const speech = 'A speech.'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a script that another tab wrote outlasts a slider, a run and a closing in an older one', () => {
  const profile = createProfile()
  const [older, newer] = [openTab(profile), openTab(profile)]
  newer.write(speech)
  newer.close()
  expect(older.script()).toBe(speech)
  older.change({ size: 9 })
  older.start()
  older.close()
  expect(profile.session()).toMatchObject({ script: speech, settings: { size: 9 } })
})

test('an older tab leaves the settings that it didn’t change', () => {
  const profile = createProfile()
  const [older, newer] = [openTab(profile), openTab(profile)]
  newer.change({ size: 9 })
  older.write(speech)
  expect(profile.session()).toMatchObject({ script: speech, settings: { size: 9 } })
  expect(older.prompter.store.getState().settings).toEqual(defaults)
})

test('a text that runs stays as it is, loses nobody’s words, and follows once it stops', () => {
  const profile = createProfile({ script: 'Mine.', place: { paragraph: 0, fraction: 0.5 } })
  const [running, other] = [openTab(profile), openTab(profile)]
  running.start()
  other.write(speech)
  running.change({ pace: 180 })
  expect(running.script()).toBe('Mine.')
  expect(profile.session()).toMatchObject({ script: speech, settings: { pace: 180 } })
  running.prompter.run({ type: 'stop' })
  expect(running.script()).toBe(speech)
})

test('of two tabs that are written in the last one wins, in both', () => {
  const profile = createProfile()
  const [first, second] = [openTab(profile), openTab(profile)]
  first.prompter.send({ type: 'wrote', script: 'First.' })
  second.write('Second.')
  expect(first.script()).toBe(second.script())
  first.write('Third.')
  expect([first.script(), second.script(), profile.session()?.script]).toEqual(Array(3).fill('Third.'))
})

test('following answers with no save of its own', () => {
  const profile = createProfile()
  const [older, newer] = [openTab(profile), openTab(profile)]
  newer.write(speech)
  expect(older.script()).toBe(speech)
  vi.runAllTimers()
  expect(profile.saves).toBe(1)
})

test('a page that comes back from the back/forward cache shows the script as it is now', () => {
  const profile = createProfile()
  const tab = openTab(profile)
  profile.stored = JSON.stringify({ version: 1, script: speech })
  tab.browser.dispatchEvent(new Event('pageshow'))
  expect(tab.script()).toBe(speech)
})

test('words that the storage has no room for stay on the paper, and it is said', () => {
  const profile = createProfile({ script: 'Kept before.' })
  const tab = openTab(profile)
  profile.isFull = true
  tab.write(speech)
  tab.browser.dispatchEvent(new Event('pageshow'))
  expect(tab.script()).toBe(speech)
  expect(tab.onSaved).toHaveBeenLastCalledWith(false)
})

test('a storage that another tab clears leaves the words here', () => {
  const profile = createProfile({ script: speech })
  const tab = openTab(profile)
  profile.stored = null
  tab.browser.dispatchEvent(new Event('storage'))
  tab.change({ size: 9 })
  expect(profile.session()).toMatchObject({ script: speech, settings: { size: 9 } })
})

type Profile = ReturnType<typeof createProfile>

/** Storage of one browser. It notifies every tab except the writer. */
function createProfile(kept?: object) {
  const profile = {
    stored: kept ? JSON.stringify({ version: 1, ...kept }) : (null as string | null),
    tabs: [] as Window[],
    saves: 0,
    isFull: false,
    session: () => readSession({ localStorage: storageOf() }, defaults),
    storageOf,
  }
  return profile

  function storageOf(writer?: Window) {
    return {
      getItem: () => profile.stored,
      removeItem() {
        profile.stored = null
      },
      setItem: (_: string, value: string) => {
        if (profile.isFull) throw new DOMException('full', 'QuotaExceededError')
        profile.saves++
        profile.stored = value
        for (const tab of profile.tabs) if (tab !== writer) tab.dispatchEvent(new Event('storage'))
      },
    }
  }
}

function openTab(profile: Profile) {
  const browser = new EventTarget() as Window
  Object.assign(browser, { localStorage: profile.storageOf(browser) })
  profile.tabs.push(browser)
  const fresh = { script: sample, settings: defaults, place: top, used: 0 }
  const prompter = createPrompter(readSession(browser, defaults) ?? fresh)
  const onSaved = vi.fn()
  keepSession(prompter, browser, onSaved)
  return {
    browser,
    prompter,
    onSaved,
    script: () => prompter.store.getState().script,
    write: (script: string) => settled(() => prompter.send({ type: 'wrote', script })),
    change: (settings: Partial<Settings>) => settled(() => prompter.run({ type: 'change', settings })),
    start: () => settled(() => prompter.run({ type: 'start' })),
    close: () => browser.dispatchEvent(new Event('pagehide')),
  }
}

/** Acts, and lets a save's delay and a countdown pass. */
function settled(act: () => void) {
  act()
  vi.advanceTimersByTime(3_000)
}
