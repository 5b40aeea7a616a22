import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { keyLegendId } from './controls/key-legend.tsx'
import { paragraphsOf } from './model/script.ts'
import { isGoing } from './model/transition.ts'
import type { Prompter } from './prompter.ts'
import { ScriptLines } from './script-lines.tsx'
import { useGlassPointer } from './use-glass-pointer.ts'

type Props = { prompter: Prompter; glass: RefObject<HTMLDivElement | null>; filled: boolean }

export function Glass({ prompter, glass, filled }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const script = useStore(prompter.store, (state) => state.script)
  const size = useStore(prompter.store, ({ settings }) => settings.size)
  const width = useStore(prompter.store, ({ settings }) => settings.width)
  const line = useStore(prompter.store, ({ settings }) => settings.line)
  const paragraphs = useMemo(() => paragraphsOf(script), [script])
  const pointer = useGlassPointer(prompter)

  useLayoutEffect(() => {
    return prompter.attach(glass.current as HTMLElement, track.current as HTMLElement)
  }, [prompter, glass])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout that is measured depends on these
  useLayoutEffect(() => prompter.measure(), [prompter, paragraphs, size, width])

  // A full screen hides the controls, so the focus moves.
  useEffect(() => {
    if (!filled) return
    return prompter.store.subscribe(({ phase }, before) => {
      if (isGoing(phase) && !isGoing(before.phase)) glass.current?.focus()
    })
  }, [filled, prompter, glass])

  const look = { '--size': `${size}cqw`, '--width': width / 100, '--read': `${line}%` } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for it
    <div
      className="Prompter-glass"
      ref={glass}
      style={look}
      role="group"
      aria-label="Prompter"
      aria-describedby={keyLegendId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it needs the focus for its keys; buttons do the same
      tabIndex={0}
      {...pointer}
    >
      <div className="Prompter-lens" />
      <div className="Prompter-face">
        <div className="Prompter-view">
          <div className="Prompter-track" ref={track}>
            <ScriptLines paragraphs={paragraphs} />
          </div>
        </div>
        <div className="Prompter-cue" />
      </div>
      <Countdown prompter={prompter} />
    </div>
  )
}

/** CSS hides it until the countdown runs. Laying out its large digits is the longest part of a press on Start. */
function Countdown({ prompter }: { prompter: Prompter }) {
  const count = useStore(prompter.store, (state) => state.count)
  return (
    <div className="Prompter-count" aria-hidden="true">
      {count}
    </div>
  )
}
