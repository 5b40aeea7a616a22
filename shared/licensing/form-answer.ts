import type { Day } from '../calendar.ts'
import type { Activation, ActivationAnswer } from './answers.ts'
import type { LicenceInfo } from './licence-info.ts'

/** What the activation page finds when its form was sent without a script. */
export type ActivationFormAnswer = {
  /** The code of why it failed; empty when it didn't. */
  problem: string
  /** The day on which the problem ends, such as "2026-12-22"; null when that isn't known. */
  until: Day | null
  licence: LicenceInfo | null
  activations: Activation[] | null
  /** The machine that was turned on. */
  current: ActivationAnswer['activation'] | null
}
