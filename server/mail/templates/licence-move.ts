import { z } from 'zod'
import { routes } from '#shared/routes.ts'
import { timeOfDay } from '#shared/time-of-day.ts'
import { capitalised } from '#shared/words.ts'
import { licencesPurpose } from '../../sign-in/lifetimes.ts'
import type { MoveStep } from '../../your-licences/acts/follow-move.ts'
import type { Block, Letter } from '../blocks.ts'
import type { LetterContext, Template } from '../render.ts'
import { notYou } from './your-licences.ts'

const undoMs = 7 * 24 * 60 * 60 * 1000
const paramsSchema = z.object({ moveId: z.string(), byStaff: z.boolean().default(false) })

type Move = NonNullable<Awaited<ReturnType<LetterContext['customers']['move']>>>

/** The recipient never asked for this mail, so it names the sender and repeats nothing else they typed. */
export const moveOffered: Template = aboutMove(async ({ move, recipient }, context) => {
  const { action, until } = await linkOf(context, { step: 'move.accept', label: 'Accept', move, recipient })
  return {
    subject: `${context.site.product}: ${move.from_email} offers you ${licencesOf(move)}`,
    title: 'A licence is offered to you.',
    blocks: [
      paragraph(`${move.from_email} wants to move ${theLicences(move)} to this address.`),
      paragraph(
        `To accept, open the link and press the button, until ${until}. Then the other side confirms.`,
      ),
      action,
      paragraph('If you don’t know them, do nothing. Nothing moves then.'),
    ],
    reason: `You get this because ${move.from_email} named this address as the licence’s new owner.`,
    automatic: true,
  }
})

export const moveAccepted: Template = aboutMove(async ({ move, recipient }, context) => {
  const { action, until } = await linkOf(context, { step: 'move.confirm', label: 'Confirm', move, recipient })
  return {
    subject: `Confirm the move to ${move.to_email}`,
    title: 'One more press.',
    blocks: [
      paragraph(
        `${move.to_email} has accepted ${theLicences(move)}. ${move.licences.length === 1 ? 'It moves' : 'They move'} when you confirm, until ${until}.`,
      ),
      action,
      ...notYou(context.siteUrl),
    ],
    reason: ownerReason,
    automatic: true,
  }
})

export const moveDone: Template = aboutMove(async ({ move, recipient, byStaff }, context) => {
  if (byStaff) return movedByStaff(move, context)
  const link = { step: 'move.undo', label: 'Take it back', move, recipient, validMs: undoMs } as const
  const { action } = await linkOf(context, link)
  return {
    subject: `Moved to ${move.to_email}`,
    title: 'It’s moved.',
    blocks: [
      paragraph(
        `${capitalised(theLicences(move))} now ${belongs(move)} to ${move.to_email}. The order and its invoices stay with you.`,
      ),
      paragraph('Was that a mistake, or not you? This link takes it back, for 7 days.'),
      action,
    ],
    reason: 'You get this because the licence belonged to this address.',
    automatic: true,
  }
})

/** Names no address: support may have taken the licence back from a thief. */
function movedByStaff(move: Move, { site }: LetterContext): Letter {
  return {
    subject: 'Moved to another address',
    title: 'It’s moved.',
    blocks: [
      paragraph(`Support has moved ${theLicences(move)} to another address.`),
      paragraph(`Didn’t you ask for it? Write to ${site.company.email}.`),
    ],
    reason: 'You get this because the licence belonged to this address.',
    automatic: true,
  }
}

export const moveArrived: Template = aboutMove(async ({ move, byStaff }, { siteUrl }) => ({
  subject: `Yours now: ${licencesOf(move)}`,
  title: 'It’s yours.',
  blocks: [
    paragraph(
      `${capitalised(theLicences(move))} now ${belongs(move)} to this address. Keys and machines are as they were.`,
    ),
    ...(byStaff ? [] : [paragraph(`For 7 days ${move.from_email} can take it back.`)]),
    { type: 'links', links: [{ label: 'Your licences', url: `${siteUrl}${routes.licences}` }] },
  ],
  reason: ownerReason,
  automatic: true,
}))

export const moveUndone: Template = aboutMove(async ({ move }, { siteUrl }) => ({
  subject: 'The move was taken back',
  title: 'The move was taken back.',
  blocks: [
    paragraph(`${capitalised(theLicences(move))} ${belongs(move)} to ${move.from_email} again.`),
    { type: 'links', links: [{ label: 'Your licences', url: `${siteUrl}${routes.licences}` }] },
  ],
  reason: 'You get this because this address took part in the move.',
  automatic: true,
}))

type About = { move: Move; recipient: string; byStaff: boolean }

function aboutMove(write: (about: About, context: LetterContext) => Promise<Letter>): Template {
  return async ({ params, recipient }, context) => {
    const { moveId, byStaff } = paramsSchema.parse(JSON.parse(params))
    const move = await context.customers.move(moveId)
    return move && write({ move, recipient, byStaff }, context)
  }
}

async function linkOf(
  { site, siteUrl, customers }: LetterContext,
  {
    step,
    label,
    move,
    recipient,
    validMs = licencesPurpose.linkMs,
  }: Omit<About, 'byStaff'> & {
    step: MoveStep
    label: string
    validMs?: number
  },
): Promise<{ action: Block; until: string }> {
  const link = { purpose: step, email: recipient, subject: move.id, validMs }
  const { token, expiresAt } = await customers.createLink(link)
  const query = new URLSearchParams({ step: step.replace('move.', ''), token })
  return {
    action: { type: 'action', label, url: `${siteUrl}${routes.licencesMove}?${query}` },
    until: timeOfDay(expiresAt, site.company.timeZone),
  }
}

const ownerReason = 'You get this because the licence belongs to this address.'

function licencesOf({ licences }: Move): string {
  return licences.length === 1 ? 'a licence' : `${licences.length} licences`
}

function theLicences({ licences }: Move): string {
  const names = licences.map(({ plan, key_hint }) => `${plan} ${key_hint}`).join(', ')
  return licences.length === 1 ? `the licence ${names}` : `the licences ${names}`
}

function belongs({ licences }: Move): string {
  return licences.length === 1 ? 'belongs' : 'belong'
}

function paragraph(text: string): Block {
  return { type: 'paragraph', text }
}
