import './styles/index.css'
import { startFinalActs } from './keys/final-acts.ts'
import { startKeys } from './keys/keys.ts'

// Pages work without all of this.
startKeys(document)
startFinalActs(document)
document.querySelector<HTMLElement>('[data-refused], #done')?.focus()
document.documentElement.dataset.hydrated = 'true'
