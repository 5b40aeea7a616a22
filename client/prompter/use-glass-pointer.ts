import { type PointerEvent, useRef } from 'react'
import type { Prompter } from './prompter.ts'

/** CSS pixels a finger may slip and still tap. */
const slip = 6

type Grip = { id: number; y: number; drag: ReturnType<Prompter['drag']> | null }

/** A tap or a click starts and stops; a drag moves the text. */
export function useGlassPointer(prompter: Prompter) {
  const grip = useRef<Grip | null>(null)

  function onPointerDown({ pointerId: id, clientY: y, isPrimary, button }: PointerEvent) {
    if (isPrimary && button === 0) grip.current = { id, y, drag: null }
  }

  function onPointerMove({ pointerId, clientY, currentTarget }: PointerEvent) {
    const held = grip.current
    if (held?.id !== pointerId) return
    if (!held.drag && Math.abs(clientY - held.y) > slip) {
      held.drag = prompter.drag()
      currentTarget.setPointerCapture(pointerId)
    }
    held.drag?.by(clientY - held.y)
  }

  function onPointerUp() {
    const held = grip.current
    grip.current = null
    if (held?.drag) held.drag.release()
    else if (held) prompter.run({ type: 'toggle' })
  }

  /** The browser has taken the finger for scrolling the page: the text is where it was. */
  function onPointerCancel() {
    grip.current?.drag?.by(0)
    grip.current?.drag?.release()
    grip.current = null
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}
