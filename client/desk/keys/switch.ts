const storedAs = 'desk-single-keys'

/** Turns single keys off for this browser (WCAG 2.1.4). */
export function startSwitch(document: Document): void {
  const control = document.querySelector<HTMLElement>('[data-keys-switch]')
  control?.setAttribute('aria-checked', String(keysAreOn()))
  control?.addEventListener('click', () => {
    const on = !keysAreOn()
    if (on) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, 'off')
    control.setAttribute('aria-checked', String(on))
  })
}

export function keysAreOn(): boolean {
  return localStorage.getItem(storedAs) !== 'off'
}
