import { z } from 'zod'
import { dayIn, dayMs, formatDate } from '#shared/calendar/calendar.ts'
import { timeOfDay } from '#shared/calendar/time-of-day.ts'
import { routes } from '#shared/routes/routes.ts'
import { capitalised } from '#shared/text/words.ts'
import type { Block, Draft } from '../../messages/mail/blocks.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import type { LetterContext, Template } from '../../messages/mail/template.ts'
import type { LinkSource } from '../../people/mails/sources.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { MoveStep } from '../your-licences/acts/follow-move.ts'
import {
  belongs,
  keysSinceMove,
  keysWithMove,
  type Licences,
  licencesByKey,
  licencesByPlan,
  licencesStillOf,
  newKeys,
  someLicences,
} from './move-words.ts'
import type { LicenceSources } from './sources.ts'
import { licenceReason, notYou, yourLicences } from './your-licences.ts'

/** People may read mails the next day. */
const answerMs = 2 * dayMs
const undoMs = 7 * dayMs

const paramsSchema = z.object({
  moveId: z.string(),
  given: z.array(z.object({ id: z.string(), oldHint: z.string().nullable() })).optional(),
  byStaff: z.boolean().default(false),
})

type Sources = LicenceSources & LinkSource

type Move = NonNullable<Awaited<ReturnType<Sources['move']>>>

/** The recipient never asked for this mail, so it names the sender but repeats nothing else typed by them. */
export const moveOffered = aboutMove(async ({ move, licences, recipient }, context) => {
  const { action, until } = await linkOf(context, { step: 'move.accept', label: 'Accept', move, recipient })
  return {
    subject: `${context.site.product}: ${move.from_email} offers you ${someLicences(licences)}`,
    title: 'A licence is offered to you.',
    blocks: [
      `${move.from_email} wants to move ${licencesByKey(licences)} to this address.`,
      keysWithMove(licences, move, 'you get'),
      `To accept, open the link and press the button, until ${until}. Then the other side confirms.`,
      action,
      'If you don’t know them, do nothing. Nothing moves then.',
    ],
    reason: `You get this because ${move.from_email} named this address as the licence’s new owner.`,
  }
})

export const moveAccepted = aboutMove(async ({ move, licences, recipient }, context) => {
  const { action, until } = await linkOf(context, { step: 'move.confirm', label: 'Confirm', move, recipient })
  return {
    subject: `Confirm the move to ${move.to_email}`,
    title: 'One more press.',
    blocks: [
      `${move.to_email} has accepted ${licencesByKey(licences)}. ${licences.length === 1 ? 'It moves' : 'They move'} when you confirm, until ${until}.`,
      keysWithMove(licences, move, 'the new owner gets'),
      action,
      ...notYou(context.siteUrl),
    ],
    reason: licenceReason,
  }
})

export const moveDone = aboutMove(async ({ move, licences, recipient, byStaff }, context) => {
  if (byStaff) return movedByStaff(licences, context)
  const link = { step: 'move.undo', label: 'Take it back', move, recipient, validMs: undoMs } as const
  const { action } = await linkOf(context, link)
  return {
    subject: `Moved to ${move.to_email}`,
    title: 'It’s moved.',
    blocks: [
      `${capitalised(licencesByKey(licences))} now ${belongs(licences)} to ${move.to_email}. The order and its invoices stay with you.`,
      keysSinceMove(licences),
      'Was that a mistake, or not you? This link takes it back, for 7 days. You get a new key with it.',
      action,
    ],
    reason: formerOwnerReason,
  }
})

/** Names no address, because support may have taken the licence back from a thief. */
function movedByStaff(licences: Licences, { site }: LetterContext): Draft {
  return {
    subject: 'Moved to another address',
    title: 'It’s moved.',
    blocks: [
      `Support has moved ${licencesByKey(licences)} to another address.`,
      keysSinceMove(licences),
      `Didn’t you ask for it? Write to ${site.company.email}.`,
    ],
    reason: formerOwnerReason,
  }
}

/** Omits keys of licences that have moved since. */
export const moveArrived = aboutMove(async ({ move, licences, recipient, byStaff }, context) => {
  const own = await licencesStillOf(recipient, licences, context.sources)
  if (own.length === 0) throw new NeedlessMail('its licences have moved on')
  const isKept = own.every(({ oldHint }) => oldHint === null)
  return {
    subject: `Yours now: ${someLicences(own)}`,
    title: 'It’s yours.',
    blocks: [
      `${capitalised(licencesByPlan(own))} now ${belongs(own)} to this address.`,
      ...(isKept ? [] : newKeys(own, context.site.company.timeZone)),
      keysSinceMove(own),
      ...(isKept ? ['If only you shall use it, replace the key in Your licences.'] : []),
      ...(byStaff ? [] : [`For 7 days ${move.from_email} can take it back, and gets a new key with it.`]),
      yourLicences(context.siteUrl),
    ],
    reason: licenceReason,
  }
})

export const moveUndone = aboutMove(async ({ move, licences, recipient }, context) => {
  const own = await licencesStillOf(recipient, licences, context.sources)
  return {
    subject: 'The move was taken back',
    title: 'The move was taken back.',
    blocks: [
      `${capitalised(licencesByPlan(licences))} ${belongs(licences)} to ${move.from_email} again.`,
      ...(own.length === 0 ? [] : newKeys(own, context.site.company.timeZone)),
      keysSinceMove(licences),
      yourLicences(context.siteUrl),
    ],
    reason: 'You get this because this address took part in the move.',
  }
})

type About = { move: Move; licences: Licences; recipient: string; byStaff: boolean }

/** Before the move, a mail lists all its licences; afterwards only those that moved. */
function aboutMove(
  write: (about: About, context: LetterContext<Sources>) => Promise<Draft>,
): Template<Sources> {
  return async ({ params, recipient }, context) => {
    const { moveId, given, byStaff } = paramsSchema.parse(JSON.parse(params))
    const found = await context.sources.move(moveId)
    if (!found) return null
    const move = { ...found, from_email: shownEmail(found.from_email), to_email: shownEmail(found.to_email) }
    const licences = move.licences.flatMap((licence) => {
      const { oldHint = null } = given?.find(({ id }) => id === licence.id) ?? {}
      const isMeant = given === undefined || given.some(({ id }) => id === licence.id)
      return isMeant ? [{ ...licence, oldHint }] : []
    })
    return write({ move, licences, recipient, byStaff }, context)
  }
}

type Wanted = Pick<About, 'move' | 'recipient'> & { step: MoveStep; label: string; validMs?: number }

async function linkOf(
  { site, siteUrl, sources }: LetterContext<Sources>,
  { step, label, move, recipient, validMs = answerMs }: Wanted,
): Promise<{ action: Block; until: string }> {
  const link = { purpose: step, email: recipient, subject: move.id, validMs }
  const { token, expiresAt } = await sources.createLink(link)
  const query = new URLSearchParams({ step: step.replace('move.', ''), token })
  return {
    action: { type: 'action', label, url: `${siteUrl}${routes.licencesMove}?${query}` },
    until: `${formatDate(dayIn(site.company.timeZone, expiresAt))}, ${timeOfDay(expiresAt, site.company.timeZone)}`,
  }
}

const formerOwnerReason = 'You get this because the licence belonged to this address.'
