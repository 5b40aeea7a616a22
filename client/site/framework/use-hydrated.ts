import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * False on the server and during hydration. Use it for content that needs a script. It turns true in a transition: a
 * changed external store would render at once, without a pause.
 */
export function useHydrated(): boolean {
  let isHydrating = false
  // React asks for the server's value only during hydration.
  useSyncExternalStore(subscribe, nothing, () => {
    isHydrating = true
    return nothing()
  })
  const [hydrated, setHydrated] = useState(!isHydrating)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

const subscribe = () => () => {}
const nothing = () => null
