import { formatDate } from '#shared/calendar.ts'
import { AppError } from '../errors.ts'
import type { Refusal, Refused } from './activate.ts'

/** What a refusal is in HTTP: its status, and a sentence for people. */
const refusals: Record<Refusal, [status: number, detail: string]> = {
  licence_key_malformed: [422, 'This isn’t a licence key: a character is wrong or missing.'],
  licence_not_found: [404, 'No licence has this key.'],
  licence_key_replaced: [403, 'This key was replaced by a new one, which its owner has by mail.'],
  licence_suspended: [403, 'This licence is suspended.'],
  licence_revoked: [403, 'This licence has been revoked.'],
  version_not_covered: [403, 'This version was released after the licence’s updates ended.'],
  too_many_moves: [
    409,
    'This licence has been on many different machines lately, and a new one has to wait.',
  ],
  trial_ended: [403, 'The trial on this machine is over. To go on, buy a licence.'],
  trial_not_offered: [403, 'There is no trial. To go on, buy a licence.'],
  seat_limit_reached: [409, 'Every seat of this licence is taken: release one of its machines first.'],
}

/** @throws AppError for a refusal; anything else is handed through */
export function orRefuse<Answer extends object>(answer: Answer | Refused): Answer {
  if (!('refused' in answer)) return answer
  const { refused, activations, until, shopUrl } = answer
  const [status, reason] = refusals[refused]
  const detail = until ? `${reason} It can be activated from ${formatDate(until)}.` : reason
  throw new AppError(status, refused, detail, {
    ...(refused === 'licence_key_malformed' && {
      errors: [{ pointer: '/licenceKey', code: refused, detail }],
    }),
    members: { ...(activations && { activations }), ...(until && { until }), ...(shopUrl && { shopUrl }) },
  })
}
