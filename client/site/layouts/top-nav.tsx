import { type RefObject, useEffect, useRef } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { CartLink } from '../../shop/cart/cart-link.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { Brand } from '../ui/brand.tsx'
import { FrameIcon } from '../ui/frame-icon.tsx'
import { NavMenu, navMenuId } from './nav-menu.tsx'

/** With `overlay` the bar lies over the hero, and gets a background as the page scrolls. */
export function TopNav({ overlay = false }: { overlay?: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  useNavFill(bar, overlay)
  return (
    <header ref={bar} className={overlay ? 'TopNav TopNav--overlay' : 'TopNav'} data-tone="glass">
      <div className="wrap TopNav-bar">
        <PageLink className="Brand" to={routes.home} aria-current={overlay ? 'page' : undefined}>
          <Brand />
        </PageLink>{' '}
        <NavMenu ref={menu} />
        <CartLink />{' '}
        <button className="TopNav-menuButton" type="button" popoverTarget={navMenuId}>
          Menu <FrameIcon name="menu" />
        </button>
      </div>
    </header>
  )
}

/** Fills the overlay bar's background as the page scrolls, in browsers without scroll timelines. */
function useNavFill(bar: RefObject<HTMLElement | null>, overlay: boolean): void {
  useEffect(() => {
    const header = bar.current
    if (!overlay || !header || CSS.supports('animation-timeline: scroll()')) return
    const distance = Number.parseFloat(getComputedStyle(header).getPropertyValue('--nav-fade'))
    const fill = () => {
      const opacity = Math.min(1, Math.max(0, scrollY / distance))
      header.style.setProperty('--nav-fill', String(opacity))
    }
    fill()
    addEventListener('scroll', fill, { passive: true })
    return () => removeEventListener('scroll', fill)
  }, [bar, overlay])
}
