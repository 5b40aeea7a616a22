const storedAs = 'desk-single-keys'

/** Holds until the page closes, where the browser refuses storage. */
let unstored = true

/** Turns single keys off for this browser (WCAG 2.1.4). */
export function startSwitch(document: Document): void {
  const control = document.querySelector<HTMLElement>('[data-keys-switch]')
  control?.setAttribute('aria-checked', String(keysAreOn()))
  control?.addEventListener('click', () => {
    turnKeys(!keysAreOn())
    control.setAttribute('aria-checked', String(keysAreOn()))
  })
}

export function keysAreOn(): boolean {
  try {
    return localStorage.getItem(storedAs) !== 'off'
  } catch {
    return unstored
  }
}

function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, 'off')
  } catch {
    unstored = on
  }
}
