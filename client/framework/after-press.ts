/**
 * Calls back when no button of a pointer is down: what comes into the page between press and release moves things, and
 * the click would be lost.
 */
export function afterPress(callback: () => void): void {
  const isPressed = document.querySelector(':active') !== null
  // After its release the click has yet to be dispatched. A finger's mouse events come when it has been lifted.
  if (isPressed) addEventListener('mouseup', () => setTimeout(callback), { once: true })
  else callback()
}
