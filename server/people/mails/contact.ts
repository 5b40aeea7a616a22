import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { writtenAnswerSchema } from '#shared/desk/message-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { PeopleSources } from './sources.ts'

/** A reply to this mail reaches the sender of the message. */
export const contactMessage: Template<PeopleSources> = async (mail, context) => {
  const message = await context.sources.message(mail.message_id ?? '')
  if (!message) return null
  const [name, email] = [oneLine(message.name), oneLine(message.email)]
  return ownerLetter(context, {
    page: deskRoutes.message(message.id),
    subject: `Message ${message.reference} from the contact page`,
    title: `Message ${message.reference}`,
    blocks: [{ type: 'quote', text: message.message }],
    facts: [
      { term: 'From', value: name },
      { term: 'Email', value: shownEmail(email) },
      { term: 'About', value: message.topic },
    ],
    commands: [{ term: 'To see it', command: `messages show ${message.reference}` }],
    replyTo: { name, address: email },
    automatic: false,
  })
}

/** Repeats no user input, because strangers can enter anybody's address. */
export const contactReceived: Template<PeopleSources> = async (mail, { site, siteUrl, sources }) => {
  const message = await sources.message(mail.message_id ?? '')
  if (!message) return null
  return {
    subject: receivedSubject(message.reference),
    title: 'We have your message.',
    blocks: [
      `Thank you for writing. A person will read your message and answer by email${site.answersWithin ? `, usually within ${site.answersWithin}` : ''}. Its reference is ${message.reference}: quote it if you write again.`,
    ],
    reason: `You get this because this address was given on ${siteUrl}${routes.contact}. If that wasn’t you, there’s nothing to do.`,
  }
}

/** A staff member's own text, with the message quoted below. */
export const contactAnswer: Template<PeopleSources> = async (mail, { site, siteUrl, sources }) => {
  const message = await sources.message(mail.message_id ?? '')
  if (!message) return null
  const { reference, verified, created_at } = message
  const { text, articles } = writtenAnswerSchema.parse(JSON.parse(mail.params))
  const written = formatDate(dayIn(site.company.timeZone, created_at))
  const links = articles.map(({ path, title }) => ({ label: title, url: siteUrl + path }))
  return {
    // Unverified senders got no first mail, so there is no subject to continue.
    subject: verified ? `Re: ${receivedSubject(reference)}` : `Your message ${reference}`,
    title: `Your message ${reference}`,
    blocks: [
      ...text.split(/\n\s*\n/),
      ...(links.length > 0 ? [{ type: 'links' as const, links }] : []),
      `On ${written} you wrote:`,
      { type: 'quote', text: message.message },
    ],
    follows: await sources.mailsBefore(mail),
    reason: `You get this because you wrote to us on ${siteUrl}${routes.contact}. Answer this mail to write again.`,
    automatic: false,
  }
}

const receivedSubject = (reference: string) => `We have your message, ${reference}`
