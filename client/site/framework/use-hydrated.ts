import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * False on the server and during hydration. Use it for content that needs a script. It turns true in a transition: a
 * changed external store would render at once, without a pause.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!useIsHydrating())
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

/** True on the server, and in the render that hydrates its page. */
export function useIsHydrating(): boolean {
  let isHydrating = false
  // React asks for the server's value only during hydration.
  useSyncExternalStore(subscribe, nothing, () => {
    isHydrating = true
    return nothing()
  })
  return isHydrating
}

const subscribe = () => () => {}
const nothing = () => null
