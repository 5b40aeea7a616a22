import { whenIdle, whenLoaded } from './when.ts'

/** What base.css leaves out of the first layout. */
const left = 'main > section:nth-of-type(n + 4):not(.Demo, [data-laid-out])'

/**
 * Lays out the lower page, a section whenever the browser is idle. Later pages are laid out whole, as their scroll
 * positions need.
 */
export function layOutRest(): void {
  // A reloaded page is back at its place.
  if (scrollY > 0) finish()
  else whenLoaded(() => whenIdle(layOutNext))
}

function layOutNext(): void {
  const section = document.querySelector<HTMLElement>(left)
  if (!section) {
    finish()
    return
  }
  section.dataset.laidOut = 'true'
  whenIdle(layOutNext)
}

function finish(): void {
  document.documentElement.dataset.laidOut = 'true'
}
