import { type RefObject, useEffect, useState } from 'react'

/**
 * Fills the screen with an element, or at least the window where there is no full screen (on iPhones): as a popover,
 * which stands above everything whatever the page's own stacking.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [filled, setFilled] = useState(false)

  useEffect(() => {
    const follow = () => setFilled(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])

  async function enter() {
    const rig = element.current
    if (!rig) return
    const full = document.fullscreenEnabled && (await rig.requestFullscreen().then(yes, no))
    if (full) return
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

const yes = () => true
const no = () => false
