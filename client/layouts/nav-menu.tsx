import { type RefObject, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Brand } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { menuFootLinks, menuLinks } from './navigation.ts'

export const navMenuId = 'nav-menu'

/** The mobile menu: the page list as a prompter, the current page its lit line. Escape closes it, as any dialog. */
export function NavMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { key, pathname } = useLocation()
  const current = menuLinks.findIndex(({ to }) => isCurrent(to, pathname))

  // A link that was followed leaves the menu open over the new page otherwise. A cleanup, which leaves the menu alone that
  // was opened before React took the page over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useLayoutEffect(() => () => ref.current?.close(), [key, ref])

  return (
    <dialog className="NavMenu" id={navMenuId} data-tone="glass" aria-label="Menu" ref={ref}>
      <div className="NavMenu-bar">
        {/* First in order, so that the opening menu puts the focus on it. */}
        <form method="dialog">
          <button className="TopNav-menuButton" type="submit">
            Close <Icon name="close" />
          </button>
        </form>
        <PageLink className="TopNav-brand" to={routes.home}>
          <Brand />
        </PageLink>
      </div>
      <nav className="NavMenu-list" aria-label="Menu">
        {menuLinks.map(({ to, label }, index) => (
          <PageLink
            key={to}
            className="NavMenu-link"
            to={to}
            aria-current={index === current ? 'page' : undefined}
            data-near={current >= 0 && Math.abs(index - current) === 1 ? '1' : undefined}
          >
            {label}
          </PageLink>
        ))}
      </nav>
      <div className="NavMenu-foot">
        {menuFootLinks.map(({ to, label }) => (
          <PageLink key={to} to={to}>
            {label}
          </PageLink>
        ))}
      </div>
    </dialog>
  )
}

function isCurrent(to: string, pathname: string): boolean {
  return pathname === to || (to !== routes.home && pathname.startsWith(`${to}/`))
}
