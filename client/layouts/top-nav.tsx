import { useRef } from 'react'
import { routes } from '#shared/routes.ts'
import { CartLink } from '../cart/cart-link.tsx'
import { PageLink, PageNavLink } from '../framework/page-link.tsx'
import { Brand } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNavFill } from './nav-fill.ts'
import { NavMenu, navMenuId } from './nav-menu.tsx'
import { mainLinks } from './navigation.ts'

/** The bar of every page; with `overlay` it lies transparent over the hero and fills as the page scrolls. */
export function TopNav({ overlay = false }: { overlay?: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const menu = useRef<HTMLDialogElement>(null)
  useNavFill(bar, overlay)
  return (
    <>
      <header ref={bar} className={overlay ? 'TopNav TopNav--overlay' : 'TopNav'} data-tone="glass">
        <div className="wrap TopNav-bar">
          <PageLink className="TopNav-brand" to={routes.home} aria-current={overlay ? 'page' : undefined}>
            <Brand />
          </PageLink>
          <nav className="TopNav-links" aria-label="Main">
            {mainLinks.map(({ to, label }) => (
              <PageNavLink key={to} className="TopNav-link" to={to}>
                {label}
              </PageNavLink>
            ))}
          </nav>
          <CartLink />
          <button
            className="TopNav-menuButton"
            type="button"
            aria-haspopup="dialog"
            onClick={() => showMenu(menu.current)}
            {...{ commandfor: navMenuId, command: 'show-modal' }}
          >
            Menu <Icon name="menu" />
          </button>
        </div>
      </header>
      <NavMenu ref={menu} />
    </>
  )
}

/** Browsers that know `command` have opened it already, even before this script arrived. */
function showMenu(menu: HTMLDialogElement | null) {
  if (menu && !('command' in HTMLButtonElement.prototype)) menu.showModal()
}
