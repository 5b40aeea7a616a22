import { type RefObject, useEffect, useRef } from 'react'
import type { Prompter } from './prompter.ts'

type Props = { prompter: Prompter; field: RefObject<HTMLTextAreaElement | null>; script: string }

/** Scrolls the paper along with the glass, and marks the reader's place. */
export function PlaceMark({ prompter, field, script }: Props) {
  const mark = useRef<HTMLSpanElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: how far the field scrolls follows from the script
  useEffect(() => {
    if (mark.current && field.current) return follow(prompter, mark.current, field.current)
  }, [prompter, field, script])

  return <span className="Prompter-place" ref={mark} aria-hidden="true" />
}

/** Measures only when the field's size changes, never while the text runs. @returns a function that stops following */
function follow({ readings }: Prompter, mark: HTMLElement, field: HTMLTextAreaElement): () => void {
  let range = 0
  const resized = new ResizeObserver(() => {
    range = field.scrollHeight - field.clientHeight
    show()
  })
  resized.observe(field)
  const unsubscribe = readings.subscribe(({ read }, before) => {
    if (read !== before.read) show()
  })
  return () => {
    resized.disconnect()
    unsubscribe()
  }

  function show() {
    const { read } = readings.getState()
    // An editor scrolls the script themselves.
    if (document.activeElement !== field) field.scrollTop = read * range
    mark.style.setProperty('--read', String(read))
  }
}
