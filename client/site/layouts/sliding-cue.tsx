import { Component, createRef } from 'react'

/** The values of the tokens `--m-base` and `--e-out`. */
const timing = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

type Props = { path: string; isBack: boolean }

/** Slides the cue to the next page's title. A view transition would first take 50 ms to capture both pages. */
export class SlidingCue extends Component<Props, object, DOMRect | null> {
  #tab = createRef<HTMLSpanElement>()

  override shouldComponentUpdate({ path }: Props) {
    return path !== this.props.path
  }

  override getSnapshotBeforeUpdate() {
    return titleCue()?.getBoundingClientRect() ?? null
  }

  override componentDidUpdate(_props: Props, _state: object, from: DOMRect | null) {
    // Browsers animate going back themselves.
    if (!from || this.props.isBack || !isInView(from)) return
    // Waits for the next frame, because the page's scroll position is set after this update.
    requestAnimationFrame(() => slide(this.#tab.current, titleCue(), from))
  }

  override render() {
    return <span className="SlidingCue" ref={this.#tab} />
  }
}

function titleCue(): Element | null {
  return document.querySelector('.TitleCue')
}

function isInView({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < innerHeight
}

/** Hides the title's own cue meanwhile, because its page's header would clip the moving one. */
function slide(tab: HTMLElement | null, cue: Element | null, from: DOMRect): void {
  if (!tab || !cue || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const to = cue.getBoundingClientRect()
  Object.assign(tab.style, { width: `${to.width}px`, height: `${to.height}px` })
  const transform = [
    `translate(${from.left}px, ${from.top}px) scale(${from.width / to.width}, ${from.height / to.height})`,
    `translate(${to.left}px, ${to.top}px)`,
  ]
  tab.animate({ transform, visibility: ['visible', 'visible'] }, timing)
  cue.animate({ visibility: ['hidden', 'hidden'] }, timing)
}
