import { type Box, distanceOf, movePlace, type Place, placeAt } from './model/place.ts'
import { countWords, paragraphsOf } from './model/script.ts'
import { durationAt, easing, keyframes, type Metrics, referencePace, stepFrom } from './model/timing.ts'

export type Scroller = ReturnType<typeof createScroller>

type Options = {
  pace: number
  /** The initial position of the text. */
  from: Place
  /** With reduced motion the text moves a whole line at a time. */
  byLine: boolean
  onEnd(): void
}

/** The tolerance between two measurements, in CSS pixels. */
const rounding = 0.5

/**
 * Moves the text by one transform animation on the compositor, without layout.
 * @param track contains one element per paragraph
 */
export function createScroller(track: HTMLElement, { pace, from, byLine, onEnd }: Options) {
  let metrics: Metrics = { height: 0, lineHeight: 1, words: 0 }
  let boxes: Box[] = []
  /** Null until the first measurement. */
  let paragraphs: string[] | null = null
  const animation = track.animate(null, { fill: 'both' })
  const effect = animation.effect as KeyframeEffect
  animation.pause()
  animation.updatePlaybackRate(pace / referencePace)
  animation.onfinish = () => {
    // A paused animation stays paused when it is moved back from its end.
    animation.pause()
    onEnd()
  }

  return {
    play() {
      // `play` would restart a finished animation from the beginning.
      if (where() === 'end') onEnd()
      else animation.play()
    },
    pause: () => animation.pause(),
    setPace: (changed: number) => animation.updatePlaybackRate(changed / referencePace),
    setByLine(changed: boolean) {
      byLine = changed
      effect.updateTiming({ easing: easing(metrics, byLine) })
    },
    /** Reads the layout once, and keeps the reader's position in the script. */
    measure(script: string) {
      // A hidden track measures 0, and is measured again once it is visible.
      if (track.offsetHeight === 0) return
      const written = paragraphsOf(script)
      const at = paragraphs ? movePlace(place(), paragraphs, written) : from
      measureTrack(script)
      effect.setKeyframes(keyframes(metrics))
      effect.updateTiming({ duration: duration(), easing: easing(metrics, byLine) })
      moveTo(distanceOf(at, boxes))
      paragraphs = written
    },
    moveTo,
    step: (lines: number) => moveTo(stepFrom(distance(), lines, metrics)),
    page(pages: number, glassHeight: number) {
      const lines = Math.max(Math.floor(glassHeight / metrics.lineHeight) - 1, 1)
      moveTo(stepFrom(distance(), pages * lines, metrics))
    },
    /** CSS pixels read so far, from 0 to `metrics().height`. */
    distance,
    where,
    place,
    metrics: () => metrics,
    /** The text of the paragraph on the reading line. */
    reading: () => paragraphs?.[place().paragraph] ?? '',
    cancel: () => animation.cancel(),
  }

  function distance(): number {
    const time = Number(animation.currentTime ?? 0)
    return duration() > 0 ? Math.min(time / duration(), 1) * metrics.height : 0
  }

  function place(): Place {
    return paragraphs ? placeAt(distance(), boxes) : from
  }

  function where(): 'top' | 'middle' | 'end' {
    if (distance() <= 0) return 'top'
    return distance() < metrics.height - rounding ? 'middle' : 'end'
  }

  function moveTo(to: number) {
    const part = metrics.height > 0 ? Math.min(Math.max(to / metrics.height, 0), 1) : 0
    animation.currentTime = part * duration()
  }

  function duration(): number {
    return durationAt(metrics.words, referencePace)
  }

  function measureTrack(script: string) {
    const { top, height } = track.getBoundingClientRect()
    const lineHeight = Number.parseFloat(getComputedStyle(track).lineHeight)
    metrics = { height, lineHeight, words: countWords(script) }
    boxes = Array.from(track.children, (paragraph) => {
      const box = paragraph.getBoundingClientRect()
      return { top: box.top - top, height: box.height }
    })
  }
}
