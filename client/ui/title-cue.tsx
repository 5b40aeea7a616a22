import { ViewTransition } from 'react'

/** The tab slides from title to title. It moves alone, because a snapshot of both pages doubles the time to the next one. */
export function TitleCue() {
  return (
    <ViewTransition name="cue">
      <span className="TitleCue" />
    </ViewTransition>
  )
}
