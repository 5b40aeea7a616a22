/**
 * Calls back once no pointer button is down. An element that appears between press and release moves the page, and the
 * click misses its target.
 */
export function afterPress(callback: () => void): void {
  const isPressed = document.querySelector(':active') !== null
  // The click comes after the release. A finger's mouse events come when it is lifted.
  if (isPressed) addEventListener('mouseup', () => setTimeout(callback), { once: true })
  else callback()
}
