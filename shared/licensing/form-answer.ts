import type { Day } from '../calendar/calendar.ts'
import type { Activation, ActivationAnswer, FileDeactivationAnswer } from './answers.ts'
import type { LicenceInfo } from './licence-info.ts'

/** The activation page's data after a form post without script. */
export type ActivationFormAnswer = {
  problem: string
  until: Day | null
  /** Milliseconds until another try; null if unknown. */
  retryAfter: number | null
  licence: LicenceInfo | null
  activations: Activation[] | null
  current: ActivationAnswer['activation'] | null
  /** The machine that a request file deactivated. */
  deactivated: FileDeactivationAnswer | null
}
