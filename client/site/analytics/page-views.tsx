import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { whenIdle, whenLoaded } from '../framework/when.ts'
import type { Analytics } from './analytics.ts'

export const AnalyticsContext = createContext<Analytics>({ pageView() {} })

export function PageViews() {
  const analytics = use(AnalyticsContext)
  const { pathname, search } = useLocation()
  const address = countedAddress(pathname, search)

  useEffect(() => {
    const { title } = document
    whenLoaded(() => whenIdle(() => analytics.pageView(location.origin + address, title)))
  }, [analytics, address])

  return null
}

/** Keeps only a list's page number from the query, because other members may identify somebody. */
function countedAddress(pathname: string, search: string): string {
  const page = new URLSearchParams(search).get('page')
  return page ? `${pathname}?page=${encodeURIComponent(page)}` : pathname
}
