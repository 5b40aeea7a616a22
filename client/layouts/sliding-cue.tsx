import { PureComponent } from 'react'

const duration = 250

type Props = { page: string }

/** Slides the tab from the old page's title to the new one's. A view transition would take 50 ms to picture both pages first. */
export class SlidingCue extends PureComponent<Props, object, DOMRect | null> {
  override getSnapshotBeforeUpdate() {
    return titleCue()?.getBoundingClientRect() ?? null
  }

  override componentDidUpdate(_props: Props, _state: object, from: DOMRect | null) {
    // The page's scroll position is set only after this.
    if (from) requestAnimationFrame(() => slide(titleCue(), from))
  }

  override render() {
    return null
  }
}

function titleCue(): Element | null {
  return document.querySelector('.TitleCue')
}

function slide(cue: Element | null, from: DOMRect): void {
  if (!cue || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const to = cue.getBoundingClientRect()
  const [x, y] = [from.left - to.left, from.top - to.top]
  const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})`
  cue.animate(
    { transform: [transform, 'none'], transformOrigin: ['0 0', '0 0'] },
    { duration, easing: 'ease' },
  )
}
