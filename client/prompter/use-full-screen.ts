import { type RefObject, useEffect, useState } from 'react'

/** iPhones have no full screen, so a popover fills the window instead. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [filled, setFilled] = useState(false)

  useEffect(() => {
    const follow = () => setFilled(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])

  useEffect(() => {
    if (filled && element.current) return makeRestInert(element.current)
  }, [filled, element])

  async function enter() {
    const rig = element.current
    if (!rig) return
    const full = document.fullscreenEnabled && (await rig.requestFullscreen().then(yes, no))
    if (full || !('showPopover' in rig)) return
    rig.popover = 'manual'
    rig.showPopover()
    setFilled(true)
  }

  function leave() {
    if (document.fullscreenElement) document.exitFullscreen()
    const rig = element.current
    if (rig?.popover) {
      rig.hidePopover()
      rig.removeAttribute('popover')
    }
    setFilled(false)
  }

  return { filled, enter, leave }
}

/**
 * Makes everything outside the full screen inert.
 * @returns undoes it
 */
function makeRestInert(element: HTMLElement): () => void {
  const rest: HTMLElement[] = []
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.children] as HTMLElement[]
    rest.push(...siblings.filter((sibling) => sibling !== inner && !sibling.inert))
  }
  for (const other of rest) other.inert = true
  return () => {
    for (const other of rest) other.inert = false
  }
}

const yes = () => true
const no = () => false
