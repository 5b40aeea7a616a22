import { type ReactNode, ViewTransition } from 'react'
import { Outlet } from 'react-router'
import { OfflineBanner } from '../framework/offline-banner.tsx'
import { useLoadPricing } from '../pricing/load-pricing.ts'
import { Footer } from './footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopNav } from './top-nav.tsx'

export function DefaultLayout() {
  useLoadPricing()
  return (
    <DefaultFrame tone="paper">
      <Outlet />
    </DefaultFrame>
  )
}

export function DefaultFrame({ tone, children }: { tone: 'paper' | 'glass'; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopNav />
      <OfflineBanner />
      <ViewTransition>
        <main id="main" tabIndex={-1} data-tone={tone}>
          {children}
        </main>
      </ViewTransition>
      <Footer />
    </>
  )
}
