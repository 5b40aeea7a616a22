/**
 * Sends a form once while its answer is on its way, because a second press would cancel the first answer. The site has its
 * own `sendFormsOnce`: a shared file would load the application here. Browsers that don't tell of a stopped try may send
 * twice.
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
