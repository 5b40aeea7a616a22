import { type ComponentProps, type MouseEvent, use, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { PrefetchContext } from './prefetcher.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'ref' | 'target'> & {
  /** An absolute path, because resolving relative ones in React Router's link took a third of a page's time. */
  to: string
}

/** Prefetches the page's code when the link comes into view, and runs it when a press begins. */
export function PageLink({ to, onClick, ...anchor }: Props) {
  const prefetching = usePrefetching(to)
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    followLink(event, navigate, to)
  }

  return <a {...anchor} {...prefetching} href={to} onClick={follow} />
}

/**
 * Leaves new tabs, new windows and downloads to the browser.
 * @returns false for those
 */
export function followLink(
  event: MouseEvent | globalThis.MouseEvent,
  navigate: (to: string, options: { replace: boolean }) => unknown,
  to: string,
): boolean {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return false
  event.preventDefault()
  // A link to the current page adds no history entry, as in a document without scripts.
  const { pathname, search, hash } = window.location
  navigate(to, { replace: to === pathname + search + hash })
  return true
}

function usePrefetching(to: string) {
  const ref = useRef<HTMLAnchorElement>(null)
  const prefetcher = use(PrefetchContext)

  // biome-ignore lint/correctness/useExhaustiveDependencies: watches again when the address changes
  useEffect(() => (ref.current ? prefetcher.watch(ref.current) : undefined), [prefetcher, to])

  const begin = () => prefetcher.page(to)
  return { ref, onPointerDown: begin, onFocus: begin }
}
