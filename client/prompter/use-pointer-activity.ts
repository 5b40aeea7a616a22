import { type RefObject, useEffect } from 'react'

/** Milliseconds without movement until the pointer counts as idle. */
const restAfter = 2500

/** Marks an element with `data-stirred` while a mouse or pen moves on it. Touch doesn't count. */
export function usePointerActivity(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const stirred = element.current
    if (!stirred) return
    let timer: ReturnType<typeof setTimeout> | undefined
    stirred.addEventListener('pointermove', stir)
    return () => {
      stirred.removeEventListener('pointermove', stir)
      clearTimeout(timer)
    }

    function stir({ pointerType }: PointerEvent) {
      if (pointerType === 'touch') return
      clearTimeout(timer)
      timer = setTimeout(() => stirred?.removeAttribute('data-stirred'), restAfter)
      stirred?.setAttribute('data-stirred', '')
    }
  }, [element])
}
