/** Waits until no button is down, because an element that appears between press and release makes a click miss. */
export function afterPress(callback: () => void): void {
  const isPressed = document.querySelector(':active') !== null
  // The click follows the release. A finger's mouse events come when it is lifted.
  if (isPressed) addEventListener('mouseup', () => setTimeout(callback), { once: true })
  else callback()
}
