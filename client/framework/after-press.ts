/**
 * Calls back when no button of a pointer is down: what comes into the page between press and release moves things, and
 * the click would be lost.
 */
export function afterPress(callback: () => void): void {
  if (!document.querySelector(':active')) return void callback()
  // By then the click has been dispatched. A finger's mouse events come after its lifting.
  addEventListener('mouseup', () => setTimeout(callback), { once: true })
}
