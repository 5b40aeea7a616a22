import { useSyncExternalStore } from 'react'

/** False on the server and while the client takes its page over, then true: for what only a script can do. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
