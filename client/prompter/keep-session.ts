import { isGoing } from './model/transition.ts'
import type { Prompter } from './prompter.ts'
import { readSession, saveSession } from './saved-session.ts'

const keepAfter = 300

/**
 * Saves a moment after each change and when the page closes, and takes over the script that another tab saves.
 * If two tabs save a script, the last one wins.
 * @returns a function that saves and stops
 */
export function keepSession(
  { store, readings, session, send }: Prompter,
  browser: Window,
  onSaved: (saved: boolean) => void,
): () => void {
  /** The state that this tab last shared with the others. */
  let shared = store.getState()
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = [
    store.subscribe(({ script, settings, phase }, before) => {
      if (script !== shared.script || settings !== shared.settings) saveSoon()
      if (isGoing(before.phase) && !isGoing(phase)) follow()
    }),
    // The position changes constantly while the text runs, so it is saved when the text stops.
    readings.subscribe(({ read }, before) => {
      if (read !== before.read) saveSoon()
    }),
  ]
  browser.addEventListener('pagehide', saveNow)
  browser.addEventListener('storage', follow)
  // A page in the back/forward cache gets no storage events.
  browser.addEventListener('pageshow', follow)
  return () => {
    for (const end of unsubscribe) end()
    browser.removeEventListener('pagehide', saveNow)
    browser.removeEventListener('storage', follow)
    browser.removeEventListener('pageshow', follow)
    saveNow()
  }

  /** Keeps a running text until it stops, and words that this tab hasn’t saved. */
  function follow() {
    const { script, settings, phase } = store.getState()
    const written = readSession(browser, settings)?.script
    if (written === undefined || script !== shared.script || isGoing(phase)) return
    shared = { ...shared, script: written }
    if (written !== script) send({ type: 'wrote', script: written })
  }

  function saveSoon() {
    clearTimeout(timer)
    timer = setTimeout(save, keepAfter)
  }

  /** Overwrites only what this tab has changed. A position belongs to its script. */
  function save() {
    timer = undefined
    const state = store.getState()
    const own = session()
    const stored = readSession(browser, own.settings) ?? own
    const isTheirs = state.script === shared.script && stored.script !== own.script
    const { script, place, used } = isTheirs ? stored : own
    const { settings } = state.settings === shared.settings ? stored : own
    const saved = saveSession(browser, { script, settings, place, used })
    if (saved && !isTheirs) shared = state
    onSaved(saved)
  }

  function saveNow() {
    if (timer === undefined) return
    clearTimeout(timer)
    save()
  }
}
