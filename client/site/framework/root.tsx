import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { PageViews } from '../analytics/page-views.tsx'
import { useStores } from './app-state.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { PageFocus } from './page-focus.tsx'

/** Stays mounted while pages come and go. */
export function Root() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <>
      <LoadingBar store={useStores().loadingBar} />
      <Outlet />
      <PageFocus />
      <PageViews />
      <ScrollRestoration />
    </>
  )
}
