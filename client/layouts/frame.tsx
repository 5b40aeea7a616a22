import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { routes } from '#shared/routes.ts'
import { OfflineBanner } from '../framework/offline-banner.tsx'
import { useLoadPricing } from '../pricing/load-pricing.ts'
import { Footer } from './footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopNav } from './top-nav.tsx'

/** Stays mounted while layouts and pages come and go. */
export function PageFrame() {
  useLoadPricing()
  const { pathname } = useLocation()
  return (
    <Frame overlay={pathname === routes.home}>
      <Outlet />
    </Frame>
  )
}

/** @param overlay the bar lies over the hero */
export function Frame({ overlay = false, children }: { overlay?: boolean; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopNav overlay={overlay} />
      <OfflineBanner />
      {children}
      <Footer />
    </>
  )
}
