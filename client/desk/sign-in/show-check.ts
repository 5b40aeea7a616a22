import { createVerification } from '../../verification/create-verification.ts'
import { loadScript } from '../../verification/load-script.ts'
import type { VerificationError } from '../../verification/verification-error.ts'

/** Loads the widget if the page has a place for it. Blocks the form until a visible box is ticked. */
export function showCheck(page: Document): void {
  const place = page.querySelector<HTMLFieldSetElement>('fieldset[data-human-check]')
  const box = place?.querySelector<HTMLElement>('.Verify-widget')
  const status = place?.querySelector('[role=status]')
  const form = place?.form
  if (!place || !box || !status || !form) return
  const { siteKey = '', baseUrl = '' } = place.dataset
  const say = (words: string) => {
    status.textContent = words
  }
  const fail = ({ message }: VerificationError) => say(`${message}. Send the form once more to try it again.`)

  form.addEventListener('submit', (event) => {
    const isWaiting = box.querySelector('iframe') && !new FormData(form).get('g-recaptcha-response')
    if (!isWaiting) return
    event.preventDefault()
    say('Tick the box, so that we know you’re a person.')
    place.focus()
  })
  allowScript(window, baseUrl)
  createVerification({ siteKey, baseUrl, version: 2, size: 'normal' }, loadScript)
    .render(box, {
      // The sign-in page is dark in every colour scheme.
      theme: 'dark',
      onPassed: () => say(''),
      onExpired: () => say('The check has run out. Tick the box again.'),
      onFailed: fail,
    })
    .catch(fail)
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

/** A Trusted Types policy that allows only the address of the check's script. */
function allowScript(browser: Window & { trustedTypes?: TrustedTypes }, baseUrl: string): void {
  const start = `${baseUrl}/api.js?`
  browser.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (url.startsWith(start) ? url : null),
  })
}
