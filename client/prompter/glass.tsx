import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { keyLegendId } from './controls/key-legend.tsx'
import { paragraphsOf } from './model/script.ts'
import type { Prompter } from './prompter.ts'
import { ScriptLines } from './script-lines.tsx'
import { useGlassPointer } from './use-glass-pointer.ts'

type Props = { prompter: Prompter; glass: RefObject<HTMLDivElement | null> }

export function Glass({ prompter, glass }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const { script, settings, count, phase } = useStore(prompter.store)
  const paragraphs = useMemo(() => paragraphsOf(script), [script])
  const pointer = useGlassPointer(prompter)

  useLayoutEffect(() => {
    return prompter.attach(glass.current as HTMLElement, track.current as HTMLElement)
  }, [prompter, glass])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the text measures follows from these
  useLayoutEffect(() => prompter.measure(), [prompter, paragraphs, settings.size, settings.width])

  const { size, width, line } = settings
  const look = { '--size': `${size}cqw`, '--width': width / 100, '--read': `${line}%` } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a glass
    <div
      className="Prompter-glass"
      ref={glass}
      style={look}
      role="group"
      aria-label="Prompter"
      aria-describedby={keyLegendId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys work while it has the focus; buttons do the same
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
      {phase === 'counting' && (
        <div className="Prompter-count" aria-hidden="true">
          {count}
        </div>
      )}
    </div>
  )
}
