import { type RefObject, useEffect } from 'react'

/** Milliseconds after which a mouse that doesn't move is at rest. */
const restAfter = 2500

/** Marks an element with `data-stirred` while the mouse moves on it. Fingers don't stir: they tap. */
export function useStirring(element: RefObject<HTMLElement | null>) {
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
