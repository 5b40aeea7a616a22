import { type RefObject, useEffect } from 'react'
import { navFadeDistance } from '#shared/constants.ts'

/** Fills the overlay bar's background over the first 100 px of scrolling, where the browser has no scroll timelines. */
export function useNavFill(bar: RefObject<HTMLElement | null>, overlay: boolean): void {
  useEffect(() => {
    if (!overlay || CSS.supports('animation-timeline: scroll()')) return
    const fill = () => {
      const opacity = Math.min(1, Math.max(0, scrollY / navFadeDistance))
      bar.current?.style.setProperty('--nav-fill', String(opacity))
    }
    fill()
    addEventListener('scroll', fill, { passive: true })
    return () => removeEventListener('scroll', fill)
  }, [bar, overlay])
}
