import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { writeStored } from '../../site/framework/browser-storage.ts'

/** The code's key in the tab's storage. The cart's own storage holds only lines. */
export const cartCodeKey = 'discountCode'

/** Stores `?code=CREW10` for the cart, because visitors may follow such a link before they choose anything. */
export function useKeepCode(): void {
  const [query] = useSearchParams()
  const code = query.get('code')
  useEffect(() => {
    if (code) writeStored('sessionStorage', cartCodeKey, code)
  }, [code])
}
