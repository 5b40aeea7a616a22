/**
 * The time after which a form can be sent again. It exceeds most answers; Firefox and older browsers don't
 * report a stopped one.
 */
const patienceMs = 20_000

/**
 * Blocks a second submission until the first is answered, because it would cancel that answer. The site has its
 * own `sendFormsOnce`, because a shared file would load the application here.
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
