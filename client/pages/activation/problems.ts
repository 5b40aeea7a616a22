import { type Day, formatDate } from '#shared/calendar/calendar.ts'
import { HttpError } from '#shared/http/http-client.ts'
import { tryAgainIn } from '#shared/http/try-again.ts'
import type { Activation } from '#shared/licensing/answers.ts'

type Sentence = {
  title: string
  advice: string
  /** Whether to link to the contact page. */
  askUs?: boolean
  /** Whether to link to the page for renewals. */
  renew?: boolean
}

const problems: Record<string, Sentence> = {
  licence_key_malformed: {
    title: 'That isn’t a licence key.',
    advice: 'A character is wrong or missing. Copy the whole key from your order email.',
  },
  licence_not_found: {
    title: 'No licence has this key.',
    advice: 'Check that it’s the key from your order email, and not the order number.',
    askUs: true,
  },
  renewal_link_unknown: {
    title: 'This link no longer works.',
    advice: 'The licence’s key does the same. It’s in your order email, and on the page Your licences.',
  },
  licence_key_replaced: {
    title: 'This key was replaced.',
    advice: 'Its owner has the new one by mail, and on the page Your licences.',
  },
  licence_suspended: {
    title: 'This licence is suspended.',
    advice: 'That happens while a payment is disputed, or hasn’t come. Write to us and we’ll sort it out.',
    askUs: true,
  },
  licence_revoked: {
    title: 'This licence has been revoked.',
    advice: 'Its order was refunded, or it was replaced by another key. It can’t be turned on again.',
    askUs: true,
  },
  version_not_covered: {
    title: 'This licence doesn’t cover that version.',
    advice:
      'The version came out after the licence’s updates ended. Install one that came out before; it’s yours to keep using. Or renew the licence for this one.',
    renew: true,
  },
  too_many_moves: {
    title: 'This licence has been on too many machines lately.',
    advice: 'A machine that had it before can be turned on now. A new one has to wait.',
    askUs: true,
  },
  seat_limit_reached: {
    title: 'Every seat of this licence is taken.',
    advice: 'Deactivate a machine you no longer use, then activate this one.',
  },
  enrolment_ended: {
    title: 'This token takes no more machines.',
    advice: 'Its last day is over, or somebody ended it. Enter the licence’s key, or ask whoever manages it.',
  },
  enrolment_full: {
    title: 'Every machine of this token is on.',
    advice: 'Enter the licence’s key, or ask whoever manages it for another token.',
  },
  signing_key_unknown: {
    title: 'That version of the application is too old to activate now.',
    advice:
      'It doesn’t know the key that signs licences today. Install a newer version, and try again there.',
  },
  trial_ended: {
    title: 'The trial on this machine is over.',
    advice: 'Each machine has one. To go on, buy a licence, and enter its key in the application.',
  },
  trial_not_offered: {
    title: 'There is no trial at present.',
    advice: 'The application runs with a licence’s key.',
    askUs: true,
  },
  request_file_malformed: {
    title: 'That isn’t a request file.',
    advice: 'It may be another file, or cut short on its way. Save it again on the offline machine.',
  },
  licence_file_invalid: {
    title: 'That request has no licence file of this machine.',
    advice: 'Save it again on the offline machine, or deactivate it here: look up its key.',
  },
  licence_file_outdated: {
    title: 'That request has an old licence file.',
    advice:
      'The machine was activated again since, or the licence moved to another address. Look up its key to deactivate it.',
  },
  validation_failed: {
    title: 'Something in the form isn’t right.',
    advice:
      'The key is in your order email. A machine code, where one is asked for, is 8 to 128 letters, digits and . _ : -',
  },
  payload_too_large: {
    title: 'That file is too large.',
    advice: 'A request file has about 1 KB. Choose the one that the application saved.',
  },
  rate_limited: {
    title: 'That’s too many tries in a row.',
    advice: 'Nothing has changed.',
  },
  unreachable: {
    title: 'We couldn’t be reached.',
    advice: 'Check the connection, then try again: nothing is done twice.',
  },
}

const unknown: Sentence = {
  title: 'Something went wrong on our side.',
  advice: 'A machine that’s on stays on. Try again in a few minutes: nothing is done twice.',
  askUs: true,
}

export type ProblemEnd = {
  /** The day on which the problem ends; null if unknown. */
  until: Day | null
  /** Milliseconds until another try; null if unknown. */
  retryAfter: number | null
}

export function explainProblem(code: string, { until, retryAfter }: ProblemEnd): Sentence {
  const sentence = Object.hasOwn(problems, code) ? (problems[code] ?? unknown) : unknown
  const end = until
    ? `It can be turned on from ${formatDate(until)}.`
    : code === 'rate_limited' && (retryAfter ? `${tryAgainIn(retryAfter)}.` : 'Try again later.')
  return end ? { ...sentence, advice: `${sentence.advice} ${end}` } : sentence
}

export const unknownEnd: ProblemEnd = { until: null, retryAfter: null }

export function problemOf(error: unknown): { code: string; activations?: Activation[]; end: ProblemEnd } {
  if (!(error instanceof HttpError)) return { code: 'unreachable', end: unknownEnd }
  const { code, activations, until = null } = Object(error.body)
  const { retryAfter } = error
  if (error.statusCode === 429) return { code: 'rate_limited', end: { until: null, retryAfter } }
  return { code: String(code ?? error.statusCode), activations, end: { until, retryAfter } }
}
