import { useEffect, useEffectEvent } from 'react'

/** Called when the page comes back from the back/forward cache, where it may still look busy. */
export function usePageRestored(onBack: () => void): void {
  const restored = useEffectEvent(onBack)
  // Adds one listener for all renders, because browsers skip listeners that are added while the event is dispatched.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && restored()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
