import { useSyncExternalStore } from 'react'

/** False on the server and during hydration. Use it for content that needs a script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
