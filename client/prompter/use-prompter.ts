import { type RefObject, useEffect, useRef, useState } from 'react'
import { top } from './model/place.ts'
import { defaultSettings } from './model/settings.ts'
import { createPrompter, type Prompter } from './prompter.ts'
import { hostRemote } from './remote/remote-host.ts'
import { readSession, saveSession } from './saved-session.ts'
import { keepDisplayOn } from './wake-lock.ts'

const narrowBelow = 560
const keepAfter = 300

type Steering = ReturnType<typeof hostRemote>

export function usePrompter(sample: string) {
  const [prompter] = useState(() => {
    const settings = defaultSettings({ narrow: innerWidth < narrowBelow })
    return createPrompter(readSession(window, settings) ?? { script: sample, settings, place: top, used: 0 })
  })
  const [saved, setSaved] = useState(true)
  const steering = useRef<Steering>(null)

  useEffect(() => saveChanges(prompter, setSaved), [prompter])
  useEffect(() => hostWhileShown(prompter, steering), [prompter])
  useEffect(() => followVisibility(prompter, () => steering.current?.isSteered() ?? false), [prompter])
  useEffect(() => keepDisplayOnWhileRunning(prompter), [prompter])

  return { prompter, saved, touch: () => steering.current?.touch() }
}

/** Saves a moment after each change, and when the page closes. */
function saveChanges(prompter: Prompter, onSaved: (saved: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = [
    prompter.store.subscribe(({ script, settings }, before) => {
      if (script !== before.script || settings !== before.settings) saveSoon()
    }),
    // It never rests while the text runs, so a run is saved when it stops.
    prompter.readings.subscribe(({ read }, before) => {
      if (read !== before.read) saveSoon()
    }),
  ]
  addEventListener('pagehide', saveNow)
  return () => {
    for (const end of unsubscribe) end()
    removeEventListener('pagehide', saveNow)
    saveNow()
  }

  function saveSoon() {
    clearTimeout(timer)
    timer = setTimeout(save, keepAfter)
  }

  function save() {
    timer = undefined
    onSaved(saveSession(window, prompter.session()))
  }

  function saveNow() {
    if (timer === undefined) return
    clearTimeout(timer)
    save()
  }
}

/** An open channel keeps a page out of the back/forward cache, so it closes with the page. */
function hostWhileShown(prompter: Prompter, steering: RefObject<Steering | null>): () => void {
  if (!('BroadcastChannel' in window)) return () => {}
  open()
  addEventListener('pageshow', open)
  addEventListener('pagehide', close)
  return () => {
    close()
    removeEventListener('pageshow', open)
    removeEventListener('pagehide', close)
  }

  function open() {
    steering.current ??= hostRemote(prompter)
  }

  function close() {
    steering.current?.close()
    steering.current = null
  }
}

/** A hidden prompter stops, unless a remote steers it. */
function followVisibility(prompter: Prompter, isSteered: () => boolean): () => void {
  const follow = () => {
    if (document.visibilityState === 'hidden' && !isSteered()) prompter.run({ type: 'stop' })
  }
  document.addEventListener('visibilitychange', follow)
  return () => document.removeEventListener('visibilitychange', follow)
}

function keepDisplayOnWhileRunning(prompter: Prompter): () => void {
  let letGo: (() => void) | undefined
  const unsubscribe = prompter.store.subscribe(({ phase }, before) => {
    if (phase === before.phase) return
    letGo?.()
    letGo = phase === 'running' ? keepDisplayOn() : undefined
  })
  return () => {
    unsubscribe()
    letGo?.()
  }
}
