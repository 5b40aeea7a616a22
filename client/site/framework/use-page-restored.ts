import { useEffect, useEffectEvent } from 'react'

/** A page from the back/forward cache may still look busy. */
export function usePageRestored(onBack: () => void): void {
  const restored = useEffectEvent(onBack)
  // One listener for all renders, because the cart's may render in between, and a browser skips what is added meanwhile.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && restored()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
