import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * False on the server and during hydration; for content that needs a script. It becomes true in a transition,
 * because a change of an external store would render synchronously.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!useIsHydrating())
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

/** True on the server, and in the render that hydrates its page. */
export function useIsHydrating(): boolean {
  let isHydrating = false
  // React calls for the server's value only during hydration.
  useSyncExternalStore(subscribe, nothing, () => {
    isHydrating = true
    return nothing()
  })
  return isHydrating
}

const subscribe = () => () => {}
const nothing = () => null
