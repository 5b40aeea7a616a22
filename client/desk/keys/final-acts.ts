/** Enables a final act's button once the name is typed. The server checks it too. */
export function startFinalActs(document: Document): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-typed]')) {
    const button = input.form?.querySelector<HTMLButtonElement>('button.Button')
    if (!button) continue
    const update = () => {
      button.disabled = input.value.trim().toUpperCase() !== input.dataset.typed?.toUpperCase()
    }
    input.addEventListener('input', update)
    update()
  }
}
