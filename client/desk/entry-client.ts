import './styles/index.css'
import { startDrafts } from './drafts/drafts.ts'
import { startKeys } from './keys/keys.ts'
import { sendOnce } from './send-once.ts'
import { showCheck } from './sign-in/show-check.ts'
import { startCounting } from './statement/count-ticked.ts'

// Pages also work without these scripts.
startKeys(document)
startFinalActs(document)
startCounting(document)
showCheck(document)
startDrafts(document)
sendOnce(window)
document.querySelector<HTMLElement>('[data-refused], #done')?.focus()
document.documentElement.dataset.hydrated = 'true'

/** Enables a final act's button once the name is typed. The server checks it too. */
function startFinalActs(document: Document): void {
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
