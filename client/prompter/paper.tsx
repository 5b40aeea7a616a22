import { type ChangeEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { countWords } from './model/script.ts'
import type { Prompter } from './prompter.ts'

type Props = {
  prompter: Prompter
  sample: string
  /** False if the browser refuses storage, or has no space for the script. */
  saved: boolean
}

/** The editor of the script, which works while the text runs. */
export function Paper({ prompter, sample, saved }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const script = useStore(prompter.store, (state) => state.script)
  const [replaced, setReplaced] = useState<string | null>(null)

  function write(text: string) {
    prompter.send({ type: 'wrote', script: text })
    setReplaced(null)
  }

  function replace(text: string) {
    write(text)
    setReplaced(script)
    field.current?.focus()
  }

  function undo(text: string) {
    write(text)
    field.current?.focus()
  }

  return (
    <div className="Prompter-paper" data-tone="paper">
      <div className="Prompter-paperHead">
        <label htmlFor={id}>Script</label>
        <span className="meta">{wordsText(script)}</span>
      </div>
      <textarea
        className="Prompter-script"
        id={id}
        ref={field}
        aria-describedby={`${id}-saved`}
        dir="auto"
        value={script}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => write(event.target.value)}
      />
      <PlaceMark prompter={prompter} field={field} script={script} />
      <div className="Row Prompter-paperFoot">
        {script !== '' && (
          <button className="TextLink" type="button" onClick={() => replace('')}>
            Clear
          </button>
        )}
        {script !== sample && (
          <button className="TextLink" type="button" onClick={() => replace(sample)}>
            Put the sample back
          </button>
        )}
        {replaced !== null && replaced !== sample && (
          <button className="TextLink" type="button" onClick={() => undo(replaced)}>
            Undo
          </button>
        )}
        <p className="meta" id={`${id}-saved`}>
          {saved
            ? 'Kept in this browser alone. Never sent.'
            : 'This browser doesn’t keep your script: it’s gone when you leave. Never sent.'}
        </p>
      </div>
    </div>
  )
}

function wordsText(script: string): string {
  const words = countWords(script)
  if (words === 0) return 'No words yet'
  return words === 1 ? '1 word' : `${words} words`
}

type PlaceMarkProps = { prompter: Prompter; field: RefObject<HTMLTextAreaElement | null>; script: string }

/** Scrolls the paper with the glass, and marks the reader's position. */
function PlaceMark({ prompter, field, script }: PlaceMarkProps) {
  const mark = useRef<HTMLSpanElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field's scroll height depends on the script
  useEffect(() => {
    if (mark.current && field.current) return follow(prompter, mark.current, field.current)
  }, [prompter, field, script])

  return <span className="Prompter-place" ref={mark} aria-hidden="true" />
}

/**
 * Measures only when the field's size changes, never while the text runs.
 * @returns a function that stops it
 */
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
    // While the field has the focus, its user scrolls it.
    if (document.activeElement !== field) field.scrollTop = read * range
    mark.style.setProperty('--read', String(read))
  }
}
