import { useEffect } from 'react'

/** A page from the back/forward cache may still look busy. */
export function usePageRestored(onBack: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onBack()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  })
}
