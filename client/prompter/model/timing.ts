/** What the text measures on the glass; CSS pixels. */
export type Metrics = { height: number; lineHeight: number; words: number }

/** The animation is made for this pace, words a minute; other paces are its playback rate. */
export const referencePace = 100

/** Milliseconds that the words take at a pace in words a minute. */
export function durationAt(words: number, pace: number): number {
  return (words / pace) * 60_000
}

/** Seconds until the last word is read, from a distance that has been read already. */
export function secondsLeft(distance: number, { height, words }: Metrics, pace: number): number {
  return height > 0 ? ((1 - distance / height) * durationAt(words, pace)) / 1000 : 0
}

/**
 * The way of the text: up by its height at an even speed. The last line stays on the reading line for as long as
 * it takes to read. Offsets are those of `Element.animate`.
 */
export function keyframes({ height, lineHeight }: Metrics): Keyframe[] {
  const travel = Math.max(height - lineHeight, 0)
  const arrival = height > 0 ? travel / height : 0
  return [
    { offset: 0, transform: 'translate3d(0, 0, 0)' },
    { offset: arrival, transform: `translate3d(0, ${-travel}px, 0)` },
    { offset: 1, transform: `translate3d(0, ${-travel}px, 0)` },
  ]
}

/** The text moves evenly, or with reduced motion a whole line at a time. */
export function easing({ height, lineHeight }: Metrics, byLine: boolean): string {
  return byLine ? `steps(${Math.max(Math.round(height / lineHeight), 1)}, end)` : 'linear'
}

/** The start of the line that is `lines` away, within the script. */
export function stepFrom(distance: number, lines: number, { height, lineHeight }: Metrics): number {
  // Rounded up against the finest fractions of a pixel, or a step could end where it began.
  const here = Math.round((distance / lineHeight) * 1000) / 1000
  const line = lines < 0 ? Math.ceil(here) + lines : Math.floor(here) + lines
  const last = Math.max(Math.round(height / lineHeight) - 1, 0)
  return Math.min(Math.max(line, 0), last) * lineHeight
}

/** `1:05` for 65 seconds. */
export function formatClock(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
