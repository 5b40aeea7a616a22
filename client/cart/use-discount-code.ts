import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { apiRoutes } from '#shared/api-routes.ts'
import type { Cart } from '#shared/cart.ts'
import { createHttpClient } from '#shared/http-client.ts'
import type { CartPrice } from '#shared/price-answer.ts'
import { useAppState } from '../app-state.tsx'
import { explainFailure } from '../checkout/explain-failure.ts'
import { readStored, writeStored } from '../framework/browser-storage.ts'
import { fetchWithCookies } from '../framework/fetch-with-cookies.ts'

const storedAs = 'discountCode'

export type AppliedCode = NonNullable<CartPrice['code']>

export type DiscountCode = {
  /** The code that counts. */
  applied: AppliedCode | null
  /** Why the last one that was typed doesn't. */
  refused: string
  busy: boolean
  use(code: string): void
  remove(): void
}

/**
 * The cart's discount code: typed, or from the address, `?code=CREW10`. The tab keeps it beside the cart, whose storage
 * holds nothing but its lines. Whatever is typed next, a code that counts goes on counting until it is removed.
 */
export function useDiscountCode(items: Cart, country: string): DiscountCode {
  const { apiBaseUrl } = useAppState().config
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const [query, setQuery] = useSearchParams()
  const inAddress = query.get('code')
  const isEmpty = items.length === 0

  async function use(typed: string, { quietly = false } = {}) {
    if (busy || typed.trim() === '') return
    setBusy(true)
    setRefused('')
    try {
      const http = createHttpClient(apiBaseUrl, fetchWithCookies)
      const { code } = (await http.post(apiRoutes.cartPrice, { items, code: typed, country })) as CartPrice
      setApplied(code)
      writeStored('sessionStorage', storedAs, code?.code ?? null)
    } catch (error) {
      if (quietly) writeStored('sessionStorage', storedAs, null)
      const still = applied ? ` ${applied.code} still counts.` : ''
      setRefused(explainFailure(error).detail + still)
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored code is tried once, when there is a cart to try it on
  useEffect(() => {
    if (isEmpty) return
    const stored = readStored('sessionStorage', storedAs)
    const code = inAddress ?? (typeof stored === 'string' ? stored : '')
    if (code) use(code, { quietly: true })
    if (inAddress) {
      const { code: _, ...others } = Object.fromEntries(query)
      setQuery(others, { replace: true, preventScrollReset: true })
    }
  }, [isEmpty, inAddress])

  return {
    applied,
    refused,
    busy,
    use,
    remove() {
      setApplied(null)
      setRefused('')
      writeStored('sessionStorage', storedAs, null)
    },
  }
}
