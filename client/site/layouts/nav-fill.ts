import { type RefObject, useEffect } from 'react'

/** Fills the overlay bar's background as the page scrolls, in browsers without scroll timelines. */
export function useNavFill(bar: RefObject<HTMLElement | null>, overlay: boolean): void {
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
