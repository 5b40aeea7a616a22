import { ViewTransition } from 'react'
import { Outlet } from 'react-router'
import { OfflineBanner } from '../framework/offline-banner.tsx'
import { useLoadPricing } from '../pricing/load-pricing.ts'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopNav } from './top-nav.tsx'

export function HomeLayout() {
  useLoadPricing()
  return (
    <>
      <SkipLink />
      <TopNav overlay />
      <OfflineBanner />
      <ViewTransition>
        <main id="main" tabIndex={-1}>
          <Hero />
          <Outlet />
        </main>
      </ViewTransition>
      <Footer />
    </>
  )
}
