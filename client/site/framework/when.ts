export function whenLoaded(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', callback, { once: true })
}

export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback)
  else setTimeout(callback, 1000)
}

const nearby = '600px 0px'

/**
 * Calls back once, when the element comes near the window or gets the focus.
 * @returns a function that cancels it
 */
export function whenNear(part: HTMLElement, callback: () => void): () => void {
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
    rootMargin: nearby,
  })
  observer.observe(part)
  part.addEventListener('focusin', near)
  return forget

  function near() {
    forget()
    callback()
  }

  function forget() {
    observer.disconnect()
    part.removeEventListener('focusin', near)
  }
}
