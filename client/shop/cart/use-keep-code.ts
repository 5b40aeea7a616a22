import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { writeStored } from '../../site/framework/browser-storage.ts'

/** A key of the tab's storage, because the cart's own storage holds lines alone. */
export const cartCodeKey = 'discountCode'

/** Keeps `?code=CREW10` for the cart, because the link may come before the choice. */
export function useKeepCode(): void {
  const [query] = useSearchParams()
  const code = query.get('code')
  useEffect(() => {
    if (code) writeStored('sessionStorage', cartCodeKey, code)
  }, [code])
}
