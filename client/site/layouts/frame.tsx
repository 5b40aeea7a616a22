import type { ReactNode } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { useLoadPricing } from '../../shop/pricing/load-pricing.ts'
import { useOnline } from '../framework/online-status.ts'
import { FrameIcon } from '../ui/frame-icon.tsx'
import { Footer } from './footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { SlidingCue } from './sliding-cue.tsx'
import { TopNav } from './top-nav.tsx'

export function PageFrame() {
  useLoadPricing()
  const { pathname } = useLocation()
  const isHome = pathname === routes.home
  return (
    <Frame overlay={isHome} tone={isHome ? undefined : 'paper'}>
      <Outlet />
      <SlidingCue path={pathname} isBack={useNavigationType() === 'POP'} />
    </Frame>
  )
}

type Props = {
  /** Lays the navigation bar over the hero. */
  overlay?: boolean
  tone?: 'paper' | 'glass' | undefined
  children: ReactNode
}

export function Frame({ overlay = false, tone, children }: Props) {
  return (
    <>
      <SkipLink />
      <TopNav overlay={overlay} />
      <OfflineBanner />
      <main id="main" tabIndex={-1} data-tone={tone}>
        {children}
      </main>
      <Footer />
    </>
  )
}

function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status" data-tone="paper" className={online ? undefined : 'OfflineBanner'}>
      {!online && (
        <div className="wrap OfflineBanner-in">
          <FrameIcon name="offline" />
          <p>
            You’re offline. Pages you’ve already opened still work. Orders and activation need a connection.
          </p>
        </div>
      )}
    </div>
  )
}
