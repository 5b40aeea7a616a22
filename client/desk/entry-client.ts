import './styles/index.css'
import { startDrafts } from './drafts/drafts.ts'
import { startFinalActs } from './keys/final-acts.ts'
import { startKeys } from './keys/keys.ts'
import { sendOnce } from './send-once.ts'
import { showCheck } from './sign-in/show-check.ts'
import { startCounting } from './statement/count-ticked.ts'

// Pages work without any of this.
startKeys(document)
startFinalActs(document)
startCounting(document)
showCheck(document)
startDrafts(document)
sendOnce(window)
document.querySelector<HTMLElement>('[data-refused], #done')?.focus()
document.documentElement.dataset.hydrated = 'true'
