import { useCallback, useEffect, useState } from 'react'
import { keepSession } from './keep-session.ts'
import { top } from './model/place.ts'
import { defaultSettings } from './model/settings.ts'
import { createPrompter, type Prompter } from './prompter.ts'
import { hostRemote } from './remote/remote-host.ts'
import type { Channel } from './remote/remote-messages.ts'
import { openWindowChannel } from './remote/window-channel.ts'
import { readSession } from './saved-session.ts'

const narrowBelow = 560

type Steering = ReturnType<typeof hostRemote>

/**
 * Connects a channel by which remotes control the prompter.
 * @returns disconnects it
 */
export type Host = (channel: Channel) => () => void

export function usePrompter(sample: string) {
  const [prompter] = useState(() => {
    const settings = defaultSettings({ narrow: innerWidth < narrowBelow })
    return createPrompter(readSession(window, settings) ?? { script: sample, settings, place: top, used: 0 })
  })
  const [saved, setSaved] = useState(true)
  const [steerings] = useState(() => new Set<Steering>())
  const host = useCallback<Host>(
    (channel) => {
      const steering = hostRemote(prompter, channel)
      steerings.add(steering)
      return () => {
        steerings.delete(steering)
        steering.close()
      }
    },
    [prompter, steerings],
  )

  useEffect(() => keepSession(prompter, window, setSaved), [prompter])
  useEffect(() => hostWhileShown(host), [host])
  useEffect(
    () => followVisibility(prompter, () => [...steerings].some((steering) => steering.isSteered())),
    [prompter, steerings],
  )
  useEffect(() => keepDisplayOnWhileRunning(prompter), [prompter])

  const touch = () => {
    for (const steering of steerings) steering.touch()
  }
  return { prompter, saved, touch, host }
}

/** An open channel keeps a page out of the back/forward cache, so it closes when the page is left. */
function hostWhileShown(host: Host): () => void {
  if (!('BroadcastChannel' in window)) return () => {}
  let end: (() => void) | undefined
  open()
  addEventListener('pageshow', open)
  addEventListener('pagehide', close)
  return () => {
    close()
    removeEventListener('pageshow', open)
    removeEventListener('pagehide', close)
  }

  function open() {
    end ??= host(openWindowChannel())
  }

  function close() {
    end?.()
    end = undefined
  }
}

/** Stops a hidden prompter, unless a remote controls it. */
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

/**
 * Does nothing in browsers without wake locks.
 * @returns a function that releases the lock
 */
function keepDisplayOn(): () => void {
  let lock: WakeLockSentinel | undefined
  let released = false

  // A page loses its lock when it is hidden.
  document.addEventListener('visibilitychange', request)
  request()
  return () => {
    released = true
    document.removeEventListener('visibilitychange', request)
    lock?.release().catch(ignore)
  }

  async function request() {
    if (document.visibilityState !== 'visible') return
    lock = await navigator.wakeLock?.request('screen').catch(ignore)
    if (released) lock?.release().catch(ignore)
  }
}

function ignore() {
  return undefined
}
