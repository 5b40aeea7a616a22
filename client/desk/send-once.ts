/**
 * Sends a form once while its answer is on its way, as the site's own script does, which the desk doesn't load. A second press
 * would cancel the first answer: the link is spent then. Older browsers don't tell when the first try was stopped.
 */
export function sendOnce(window: Window): void {
  if (!window.navigation) return
  let sent: EventTarget | null = null
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post') return
    if (sent === event.target) event.preventDefault()
    sent = event.target
  })
  const forget = () => {
    sent = null
  }
  window.addEventListener('pagehide', forget)
  window.navigation.addEventListener('navigateerror', forget)
}
