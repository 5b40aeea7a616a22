import '../site/styles/prompter-filled.css'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Desk } from './controls/desk.tsx'
import { focusedOf, isOncePerPress, keyMeaning } from './controls/keys.ts'
import { Glass } from './glass.tsx'
import { isGoing } from './model/transition.ts'
import type { Prompter } from './prompter.ts'
import { Times, TopStatus } from './top-status.tsx'
import { useFullScreen } from './use-full-screen.ts'

/** Keys work while the focus is anywhere in the rig. */
export function Rig({ prompter, takeFocus }: { prompter: Prompter; takeFocus: boolean }) {
  const rig = useRef<HTMLDivElement>(null)
  const glass = useRef<HTMLDivElement>(null)
  const { filled, enter, leave } = useFullScreen(rig)
  const [changed, setChanged] = useState('')

  usePointerActivity(rig)

  // Runs before the browser paints, so that no key gets lost between the still prompter and this one.
  useLayoutEffect(() => {
    if (takeFocus) glass.current?.focus({ preventScroll: true })
  }, [takeFocus])

  function onKeyDown(event: KeyboardEvent) {
    const meaning = keyMeaning(event, focusedOf(event.target as Element))
    if (!meaning) return
    if (event.repeat && isOncePerPress(meaning)) return event.preventDefault()
    if (meaning === 'leave' && !leaveOneStep()) return
    event.preventDefault()
    if (meaning === 'mirror') turnOver()
    else if (meaning !== 'leave') prompter.run(meaning)
    const { pace, mirror } = prompter.store.getState().settings
    if (meaning === 'mirror') setChanged(`Mirror ${mirror ? 'on' : 'off'}`)
    else if (meaning !== 'leave' && meaning.type === 'nudge') setChanged(`${pace} words a minute`)
  }

  /** @returns whether there was anything to leave */
  function leaveOneStep(): boolean {
    if (filled) leave()
    else if (isGoing(prompter.store.getState().phase)) prompter.run({ type: 'stop' })
    else return false
    return true
  }

  function turnOver() {
    const { mirror } = prompter.store.getState().settings
    prompter.run({ type: 'change', settings: { mirror: !mirror } })
  }

  async function toggleFullScreen() {
    if (filled) return leave()
    await enter()
    glass.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys that its controls don't use
    <div className="Prompter-rig" ref={rig} data-filled={filled || undefined} onKeyDown={onKeyDown}>
      <div className="Prompter-top">
        <span className="Prompter-tally" aria-hidden="true" />
        <TopStatus prompter={prompter} />
        <Times prompter={prompter} />
      </div>
      {/* Keys change settings without moving the focus, so screen readers would say nothing. */}
      <span className="vh" aria-live="polite">
        {changed}
      </span>
      <Glass prompter={prompter} glass={glass} filled={filled} />
      <Desk prompter={prompter} filled={filled} onFullScreen={toggleFullScreen} onMirror={turnOver} />
    </div>
  )
}

/** Milliseconds without movement after which the pointer counts as idle. */
const restAfter = 2500

/** Sets `data-stirred` on an element while a mouse or pen moves over it. Touch doesn't count. */
function usePointerActivity(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const stirred = element.current
    if (!stirred) return
    let timer: ReturnType<typeof setTimeout> | undefined
    stirred.addEventListener('pointermove', stir)
    return () => {
      stirred.removeEventListener('pointermove', stir)
      clearTimeout(timer)
    }

    function stir({ pointerType }: PointerEvent) {
      if (pointerType === 'touch') return
      clearTimeout(timer)
      timer = setTimeout(() => stirred?.removeAttribute('data-stirred'), restAfter)
      stirred?.setAttribute('data-stirred', '')
    }
  }, [element])
}
