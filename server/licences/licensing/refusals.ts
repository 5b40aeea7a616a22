import { type Day, formatDate } from '#shared/calendar/calendar.ts'
import { errorCodes } from '#shared/http/error-codes.ts'
import type { Activation, Coverage } from '#shared/licensing/answers.ts'
import { AppError } from '../../web/http/errors.ts'

/** The activation page has sentences for each, too. */
export const refusalSentences = {
  licence_key_malformed: 'This isn’t a licence key: a character is wrong or missing.',
  licence_not_found: 'No licence has this key.',
  licence_key_replaced: 'This key was replaced by a new one, which its owner has by mail.',
  licence_suspended: 'This licence is suspended.',
  licence_revoked: 'This licence has been revoked.',
  version_not_covered: 'This version was released after the licence’s updates ended.',
  too_many_moves: 'This licence has been on many different machines lately, and a new one has to wait.',
  enrolment_ended: 'This token takes no more seats: its last day is over, or somebody ended it.',
  enrolment_full: 'As many machines as this token allows have a seat by it.',
  trial_ended: 'The trial on this machine is over. To go on, buy a licence.',
  trial_not_offered: 'There is no trial. To go on, buy a licence.',
  licence_file_invalid: 'This isn’t a licence file that we signed for this machine.',
  licence_file_outdated:
    'This licence file is older than the machine’s seat, or than the licence’s last move to another address.',
  signing_key_unknown:
    'This version of the application knows none of the keys that sign licences now. A newer version does.',
  seat_limit_reached: 'Every seat of this licence is taken: deactivate one of its machines first.',
}

/**
 * `activations` lists the machines if all seats are taken. `until` is when the refusal ends. `shopUrl` is set
 * after an expired trial. `downloadUrl` has a version that knows the signing key.
 */
export type Refused = {
  refused: keyof typeof refusalSentences
  activations?: Activation[]
  until?: Day
  coverage?: Coverage
  shopUrl?: string
  downloadUrl?: string
}

/** @returns the answer unless it is a refusal @throws AppError for a refusal */
export function orRefuse<Answer extends object>(answer: Answer | Refused): Answer {
  if ('refused' in answer) throw refusalOf(answer)
  return answer
}

/** @param keyPointer JSON pointer to the key in the request */
export function refusalOf({ refused, coverage, ...members }: Refused, keyPointer = '/licenceKey'): AppError {
  const reason = refusalSentences[refused]
  const { until } = members
  const detail = until ? `${reason} It can be activated from ${formatDate(until)}.` : reason
  return new AppError(errorCodes[refused].status, refused, detail, {
    ...(refused === 'licence_key_malformed' && {
      errors: [{ pointer: keyPointer, code: refused, detail }],
    }),
    members: { ...members, ...coverage },
  })
}
