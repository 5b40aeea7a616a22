/** Longer than most answers take. Firefox and older browsers don't tell of a try that was stopped. */
const patienceMs = 20_000

/**
 * Sends a form once while its answer is on its way, because a second press would cancel the first answer. The site has its
 * own `sendFormsOnce`: a shared file would load the application here.
 */
export function sendOnce(window: Window): void {
  let sent: HTMLFormElement[] = []

  window.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'post') return
    if (sent.includes(form)) return event.preventDefault()
    sent.push(form)
    setTimeout(() => {
      sent = sent.filter((each) => each !== form)
    }, patienceMs)
  })
  const forget = () => {
    sent = []
  }
  window.addEventListener('pagehide', forget)
  window.navigation?.addEventListener('navigateerror', forget)
}
