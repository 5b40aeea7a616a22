/** Measured on the glass, in CSS pixels. */
export type Metrics = { height: number; lineHeight: number; words: number }

/** Words per minute at playback rate 1. */
export const referencePace = 100

/**
 * In milliseconds.
 * @param pace words per minute
 */
export function durationAt(words: number, pace: number): number {
  return (words / pace) * 60_000
}

/** Seconds until the last word. @param distance CSS pixels read so far */
export function secondsLeft(distance: number, { height, words }: Metrics, pace: number): number {
  return height > 0 ? ((1 - distance / height) * durationAt(words, pace)) / 1000 : 0
}

/** The text moves up at a constant speed. The last line stays on the reading line while it is read. */
export function keyframes({ height, lineHeight }: Metrics): Keyframe[] {
  const travel = Math.max(height - lineHeight, 0)
  const arrival = height > 0 ? travel / height : 0
  return [
    { offset: 0, transform: 'translate3d(0, 0, 0)' },
    { offset: arrival, transform: `translate3d(0, ${-travel}px, 0)` },
    { offset: 1, transform: `translate3d(0, ${-travel}px, 0)` },
  ]
}

/** With reduced motion the text moves a whole line at a time. */
export function easing({ height, lineHeight }: Metrics, byLine: boolean): string {
  return byLine ? `steps(${Math.max(Math.round(height / lineHeight), 1)}, end)` : 'linear'
}

/** Returns the start of the line that is `lines` away, limited to the script. */
export function stepFrom(distance: number, lines: number, { height, lineHeight }: Metrics): number {
  // Rounded, because a fraction of a pixel could make a step end where it began.
  const here = Math.round((distance / lineHeight) * 1000) / 1000
  const line = lines < 0 ? Math.ceil(here) + lines : Math.floor(here) + lines
  const last = Math.max(Math.round(height / lineHeight) - 1, 0)
  return Math.min(Math.max(line, 0), last) * lineHeight
}

/** 65 seconds → `1:05` */
export function formatClock(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
