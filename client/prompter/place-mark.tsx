import { type RefObject, useEffect, useRef } from 'react'
import type { Prompter } from './prompter.ts'

type Props = { prompter: Prompter; field: RefObject<HTMLTextAreaElement | null> }

/** Shows on the paper where the reader is: the script scrolls along, and the mark goes down beside it. */
export function PlaceMark({ prompter, field }: Props) {
  const mark = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const follow = () => show(prompter.readings.getState().read, mark.current, field.current)
    follow()
    return prompter.readings.subscribe(({ read }, before) => {
      if (read !== before.read) follow()
    })
  }, [prompter, field])

  return <span className="Prompter-place" ref={mark} aria-hidden="true" />
}

function show(read: number, mark: HTMLElement | null, field: HTMLTextAreaElement | null) {
  if (!mark || !field) return
  mark.style.setProperty('--read', String(read))
  // Whoever edits decides what they see.
  if (document.activeElement !== field) field.scrollTop = read * (field.scrollHeight - field.clientHeight)
}
