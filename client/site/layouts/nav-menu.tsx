import { type FocusEvent, Fragment, type RefObject, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Brand } from '../ui/brand.tsx'
import { FrameIcon } from '../ui/frame-icon.tsx'
import { mainLinks, menuFootLinks } from './navigation.ts'

export const navMenuId = 'nav-menu'

/** In a narrow window the links are in a popover that looks like a prompter. */
export function NavMenu({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  const { key, pathname } = useLocation()
  const current = mainLinks.findIndex(({ to }) => isCurrent(to, pathname))

  // A cleanup doesn't run at hydration, when the visitor may have opened the menu already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useLayoutEffect(() => () => ref.current?.hidePopover(), [key, ref])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links' focus events bubble
    <div className="NavMenu FullWindow" id={navMenuId} popover="auto" ref={ref} onBlur={closeWhenLeft}>
      <div className="NavMenu-bar">
        <PageLink className="Brand" to={routes.home}>
          <Brand />
        </PageLink>{' '}
        <button
          className="TopNav-menuButton"
          type="button"
          popoverTarget={navMenuId}
          popoverTargetAction="hide"
          ref={focusWhenOpened}
        >
          Close <FrameIcon name="close" />
        </button>
      </div>
      <nav className="NavMenu-list" aria-label="Main">
        {mainLinks.map(({ to, label }, index) => (
          <Fragment key={to}>
            <PageLink
              className="TopNav-link"
              to={to}
              aria-current={index === current ? 'page' : undefined}
              data-near={current >= 0 && Math.abs(index - current) === 1 ? '1' : undefined}
            >
              {label}
            </PageLink>{' '}
          </Fragment>
        ))}
      </nav>
      <div className="Row NavMenu-foot">
        {menuFootLinks.map(({ to, label }) => (
          <Fragment key={to}>
            <PageLink to={to}>{label}</PageLink>{' '}
          </Fragment>
        ))}
      </div>
    </div>
  )
}

function isCurrent(to: string, pathname: string): boolean {
  return pathname === to || (to !== routes.home && pathname.startsWith(`${to}/`))
}

/** Sets the attribute by script, because React's `autoFocus` doesn't render it. */
function focusWhenOpened(button: HTMLButtonElement | null) {
  button?.setAttribute('autofocus', '')
}

/** The menu covers the page, so the focus must not move behind it. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
}
