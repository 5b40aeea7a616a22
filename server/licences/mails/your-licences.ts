import { z } from 'zod'
import { formatDate } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { routes } from '#shared/routes/routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import { type Block, oneLine, type Part } from '../../messages/mail/blocks.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { OwnedLicence } from '../licensing/issue.ts'
import type { LicenceSources } from './sources.ts'

/** Mails about actions on the page "Your licences". */

const releasedSchema = z.object({ licenceId: z.string(), machine: z.string() })

export const machineReleased = toOwner(releasedSchema, ({ machine }, { plan, keyHint }) => ({
  subject: `A machine was deactivated on your ${plan} licence`,
  title: 'The seat is free.',
  text: `${oneLine(machine)} no longer holds a seat of your ${plan} licence, key ${keyHint}. Another machine can take it now.`,
}))

const enrolmentSchema = z.object({
  licenceId: z.string(),
  tokenHint: z.string(),
  seats: z.int(),
  lastDay: daySchema,
})

export const enrolmentMade = toOwner(enrolmentSchema, ({ tokenHint, seats, lastDay }, { plan, keyHint }) => {
  const machines = seats === 1 ? 'one machine' : `${seats} machines`
  return {
    subject: `A token was made for your ${plan} licence`,
    title: 'The token is made.',
    text: `Whoever has the token ${tokenHint} can activate ${machines} with your ${plan} licence, key ${keyHint}, up to ${formatDate(lastDay)}. Your licences shows it, and ends it.`,
  }
})

export const enrolmentEnded = toOwner(enrolmentSchema, ({ tokenHint }, { plan, keyHint }) => ({
  subject: `A token of your ${plan} licence has ended`,
  title: 'The token has ended.',
  text: `The token ${tokenHint} of your ${plan} licence, key ${keyHint}, takes no more seats. Its machines keep theirs.`,
}))

/** Tells a licence's owner what was done to it, and what to do if somebody else did it. */
function toOwner<Params extends { licenceId: string }>(
  schema: z.ZodType<Params>,
  write: (params: Params, licence: OwnedLicence) => { subject: string; title: string; text: string },
): Template<LicenceSources> {
  return async ({ params }, { siteUrl, sources }) => {
    const read = schema.parse(JSON.parse(params))
    const licence = await sources.licence(read.licenceId)
    if (!licence) return null
    const { text, ...head } = write(read, licence)
    return { ...head, blocks: [text, ...notYou(siteUrl)], reason: licenceReason }
  }
}

/** `lost`: the shop can't decrypt its keys any more. `elsewhere` has the hints of keys from another shop. */
const replacedSchema = z.object({
  licenceId: z.string(),
  oldHint: z.string(),
  elsewhere: z.array(z.string()).default([]),
  lost: z.boolean().optional(),
})

export const keyReplaced: Template<LicenceSources> = async ({ params, recipient }, { siteUrl, sources }) => {
  const { licenceId, oldHint, elsewhere, lost } = replacedSchema.parse(JSON.parse(params))
  const and = elsewhere.map((hint) => ` So has the one that you had elsewhere, ${hint}.`).join('')
  const licence = await licenceOf(recipient, licenceId, sources)
  if (!licence) return null
  return {
    subject: `The new key of your ${licence.plan} licence`,
    title: 'The key is replaced.',
    blocks: [
      lost
        ? `We can no longer read the old key, ${oldHint}, and it has stopped working. We are sorry. This is the new one, for the same licence, at no cost. Keep it safe: anyone who has it can use it.`
        : `The old key, ${oldHint}, has stopped working for everybody.${and} This is the new one. Keep it safe: anyone who has it can use it.`,
      { type: 'keys', keys: [{ key: licence.key, note: licence.plan }] },
      'Your machines keep their seats. Enter the new key on each of them, or deactivate those you no longer use.',
      ...(lost ? [] : notYou(siteUrl)),
    ],
    reason: licenceReason,
  }
}

/** Null for a former owner, since the licence may have moved after the mail was queued. */
export async function licenceOf(
  recipient: string,
  id: string,
  sources: LicenceSources,
): Promise<OwnedLicence | null> {
  const licence = await sources.licence(id)
  return licence && foldEmail(licence.email) === foldEmail(recipient) ? licence : null
}

export const licenceReason = 'You get this because the licence belongs to this address.'

/** Whoever reads the owner's mail could have signed in. */
export function notYou(siteUrl: string): Part[] {
  return [
    'Wasn’t it you? Then somebody reads your mail. Secure your mailbox first, then sign in: that ends every other sign-in.',
    yourLicences(siteUrl),
  ]
}

export function yourLicences(siteUrl: string): Block {
  return { type: 'links', links: [{ label: 'Your licences', url: siteUrl + routes.licences }] }
}
