import { type PointerEvent, useRef } from 'react'
import type { Prompter } from './prompter.ts'

/** CSS pixels that a tap may move before it counts as a drag. */
const slip = 6

/** A bit of `buttons`: the left mouse button, a finger or the tip of a pen. */
const mainButton = 1

type Grip = { id: number; y: number; drag: ReturnType<Prompter['drag']> | null }

/** A tap or a click starts and stops the text; a drag moves it. */
export function useGlassPointer(prompter: Prompter) {
  const grip = useRef<Grip | null>(null)

  function onPointerDown({ pointerId: id, clientY: y, isPrimary, button, currentTarget }: PointerEvent) {
    if (!isPrimary || button !== 0) return
    grip.current = { id, y, drag: null }
    currentTarget.setPointerCapture(id)
  }

  function onPointerMove({ pointerId, clientY, buttons }: PointerEvent) {
    const held = grip.current
    if (held?.id !== pointerId) return
    // The button was released outside the window, or while another button was down.
    if ((buttons & mainButton) === 0) return letGo(pointerId)?.drag?.release()
    if (!held.drag && Math.abs(clientY - held.y) > slip) held.drag = prompter.drag()
    held.drag?.by(clientY - held.y)
  }

  function onPointerUp({ pointerId }: PointerEvent) {
    const held = letGo(pointerId)
    if (held?.drag) held.drag.release()
    else if (held) prompter.run({ type: 'toggle' })
  }

  /** The browser scrolls the page instead, so the text moves back. */
  function onPointerCancel({ pointerId }: PointerEvent) {
    const held = letGo(pointerId)
    held?.drag?.by(0)
    held?.drag?.release()
  }

  function letGo(id: number): Grip | null {
    const held = grip.current
    if (held?.id !== id) return null
    grip.current = null
    return held
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}
