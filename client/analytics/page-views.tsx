import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { whenIdle, whenLoaded } from '../framework/when.ts'
import type { Analytics } from './analytics.ts'

/** The server counts nothing. */
export const AnalyticsContext = createContext<Analytics>({ pageView() {} })

/** Counts each page once it is shown, when the browser has nothing better to do. */
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

/** Of a query only the page of a list is counted: the rest may say who somebody is. */
function countedAddress(pathname: string, search: string): string {
  const page = new URLSearchParams(search).get('page')
  return page ? `${pathname}?page=${encodeURIComponent(page)}` : pathname
}
