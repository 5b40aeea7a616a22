import { type ComponentProps, use, useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { PrefetchContext } from './prefetcher.ts'
import { whenIdle } from './when.ts'

type Address = { to: string }

/** A link within the site: its page's code is fetched once it is in view, its data when it is about to be followed. */
export function PageLink(props: ComponentProps<typeof Link> & Address) {
  const prefetching = usePrefetching(props.to)
  return <Link {...props} {...prefetching} />
}

/** A `PageLink` that knows whether its page is the current one. */
export function PageNavLink(props: ComponentProps<typeof NavLink> & Address) {
  const prefetching = usePrefetching(props.to)
  return <NavLink {...props} {...prefetching} />
}

function usePrefetching(to: string) {
  const ref = useRef<HTMLAnchorElement>(null)
  const prefetcher = use(PrefetchContext)

  useEffect(() => {
    const link = ref.current
    if (!link) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      whenIdle(() => prefetcher.code(to))
    })
    observer.observe(link)
    return () => observer.disconnect()
  }, [prefetcher, to])

  const follow = () => prefetcher.page(to)
  return { ref, onPointerEnter: follow, onFocus: follow }
}
