import { z } from 'zod'
import { routes } from '#shared/routes/routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { OwnedLicence } from '../../../licences/licensing/issue.ts'
import { type Block, oneLine } from '../blocks.ts'
import type { Template } from '../render.ts'
import type { MailSources } from '../sources.ts'
import { attachmentsOf, reasonOf } from './order.ts'

/** Mails about actions on the page "Your licences". */

const releasedSchema = z.object({ licenceId: z.string(), machine: z.string() })

export const machineReleased: Template = async ({ params }, { siteUrl, sources }) => {
  const { licenceId, machine } = releasedSchema.parse(JSON.parse(params))
  const licence = await sources.licence(licenceId)
  if (!licence) return null
  return {
    subject: `A machine was deactivated on your ${licence.plan} licence`,
    title: 'The seat is free.',
    blocks: [
      paragraph(
        `${oneLine(machine)} no longer holds a seat of your ${licence.plan} licence, key ${licence.keyHint}. Another machine can take it now.`,
      ),
      ...notYou(siteUrl),
    ],
    reason: licenceReason,
    automatic: true,
  }
}

const replacedSchema = z.object({ licenceId: z.string(), oldHint: z.string() })

export const keyReplaced: Template = async ({ params, recipient }, { siteUrl, sources }) => {
  const { licenceId, oldHint } = replacedSchema.parse(JSON.parse(params))
  const licence = await licenceOf(recipient, licenceId, sources)
  if (!licence) return null
  return {
    subject: `The new key of your ${licence.plan} licence`,
    title: 'The key is replaced.',
    blocks: [
      paragraph(
        `The old key, ${oldHint}, has stopped working for everybody. This is the new one. Keep it safe: anyone who has it can use it.`,
      ),
      { type: 'keys', keys: [{ key: licence.key, note: licence.plan }] },
      paragraph(
        'Your machines keep their seats. Enter the new key on each of them, or deactivate those you no longer use.',
      ),
      ...notYou(siteUrl),
    ],
    reason: licenceReason,
    automatic: true,
  }
}

const correctedSchema = z.object({ number: z.string(), replaces: z.string() })

export const invoiceCorrected: Template = async (mail, { siteUrl, sources, customers, orderLink }) => {
  const { number, replaces } = correctedSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const document = await customers.document(order.id, number)
  return {
    subject: `Invoice ${number} replaces ${replaces}`,
    title: 'Your corrected invoice.',
    blocks: [
      paragraph(
        `${number} for order ${order.number} is attached. It replaces ${replaces}: the amounts are the same, and the buyer is named as you asked.`,
      ),
      paragraph(
        'Use only the new one in your books. The old one stays on the order’s page, marked as replaced.',
      ),
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
    ],
    attachments: attachmentsOf(document),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

/** Null for a former owner: the licence may have moved since the mail was enqueued. */
export async function licenceOf(
  recipient: string,
  id: string,
  sources: MailSources,
): Promise<OwnedLicence | null> {
  const licence = await sources.licence(id)
  return licence && foldEmail(licence.email) === foldEmail(recipient) ? licence : null
}

const licenceReason = 'You get this because the licence belongs to this address.'

/** Anyone who reads the owner's mail could have signed in. */
export function notYou(siteUrl: string): Block[] {
  return [
    {
      type: 'paragraph',
      text: 'Wasn’t it you? Then somebody reads your mail. Secure your mailbox first, then sign in: that ends every other sign-in.',
    },
    { type: 'links', links: [{ label: 'Your licences', url: `${siteUrl}${routes.licences}` }] },
  ]
}

function paragraph(text: string): Block {
  return { type: 'paragraph', text }
}
