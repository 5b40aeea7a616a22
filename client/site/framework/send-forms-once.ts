/** Longer than most answers take. Older browsers don't tell of a try that was stopped. */
const patienceMs = 20_000

/**
 * Sends a plain form once while the next page is on its way. A second press would cancel the first answer. Its act
 * would be refused, because the link is spent or the key replaced.
 */
export function sendFormsOnce(window: Window): void {
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
  // The answer is there, and the page may come back.
  window.addEventListener('pagehide', forget)
  // The try was stopped.
  window.navigation?.addEventListener('navigateerror', forget)
}
