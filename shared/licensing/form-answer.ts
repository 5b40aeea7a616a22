import type { Day } from '../calendar/calendar.ts'
import type { Activation, ActivationAnswer, FileDeactivationAnswer } from './answers.ts'
import type { LicenceInfo } from './licence-info.ts'

/** The action data of the activation page after a form post without script. */
export type ActivationFormAnswer = {
  problem?: string
  until?: Day
  /** Milliseconds until another try. */
  retryAfter?: number
  licence?: LicenceInfo
  activations?: Activation[]
  current?: ActivationAnswer['activation']
  /** The refused form's values, which fill the form again. */
  typed?: { licenceKey: string; machineId: string }
  /** The machine that a request file deactivated. */
  deactivated?: FileDeactivationAnswer
}
