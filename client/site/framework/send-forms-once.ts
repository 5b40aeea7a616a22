/** The time after which a form can be sent again. It exceeds most answers; older browsers don't report a stopped one. */
const patienceMs = 20_000

/**
 * Blocks a second submission of a plain form until the next page comes. It would cancel the first answer, and
 * be refused itself, because the link is used up or the key replaced.
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
  // The answer has arrived; the page may be shown again later.
  window.addEventListener('pagehide', forget)
  // The submission was stopped.
  window.navigation?.addEventListener('navigateerror', forget)
}
