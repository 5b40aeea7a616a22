import type { Day } from '../calendar/calendar.ts'
import type { Activation, ActivationAnswer, FileDeactivationAnswer } from './answers.ts'
import type { LicenceInfo } from './licence-info.ts'

/** The activation page's data after a form post without script. */
export type ActivationFormAnswer = {
  problem?: string
  until?: Day
  /** Milliseconds until another try. */
  retryAfter?: number
  licence?: LicenceInfo
  activations?: Activation[]
  current?: ActivationAnswer['activation']
  /** What the refused form had, for another try. */
  typed?: { licenceKey: string; machineId: string }
  /** The machine that a request file deactivated. */
  deactivated?: FileDeactivationAnswer
}
