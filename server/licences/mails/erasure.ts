import { z } from 'zod'
import { formatDate } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'
import { shownEmail } from '../../runtime/shown-email.ts'

const requestSchema = z.object({
  email: z.string(),
  orders: z.array(z.string()),
  licences: z.array(z.object({ id: z.string(), keyHint: z.string(), oldKeyHint: z.string().nullable() })),
  remindersStopped: z.boolean().default(false),
})

/** Lists all data that the owner must decide about. */
export const erasureRequested: Template = async (mail, context) => {
  const { email, orders, licences, remindersStopped } = requestSchema.parse(JSON.parse(mail.params))
  const shown = shownEmail(email)
  return ownerLetter(context, {
    page: deskRoutes.search(shown),
    subject: 'Somebody asks us to erase what we hold on them',
    title: 'Asked for erasure.',
    blocks: [
      'They have signed in by a link to their address. Invoices and what they name, changes of licences too, have to stay for as long as tax law says; machines, messages and mails needn’t.',
    ],
    facts: [
      { term: 'Address', value: oneLine(shown) },
      { term: 'Orders', value: orders.join(', ') || 'none' },
      {
        term: 'Licences',
        value: licences.map(describeLicence).join('; ') || 'none',
      },
      {
        term: 'Reminders',
        value: remindersStopped
          ? 'Stopped by this address. Without that note, they would start again.'
          : null,
      },
    ],
    commands: [{ term: 'To see the orders', command: 'orders list --email ADDRESS' }],
    replyTo: { name: '', address: email },
    automatic: false,
  })
}

type Licence = z.infer<typeof requestSchema>['licences'][number]

function describeLicence({ id, keyHint, oldKeyHint }: Licence): string {
  const old = oldKeyHint === null ? '' : `, old key ${describeKey(oldKeyHint)}`
  return `${id}, key ${describeKey(keyHint)}${old}`
}

const receivedSchema = z.object({ day: daySchema })

export const erasureReceived: Template = async (mail) => {
  const { day } = receivedSchema.parse(JSON.parse(mail.params))
  return {
    subject: 'You’ve asked us to erase what we hold on you',
    title: 'We have your request.',
    blocks: [
      `It reached us on ${formatDate(day)}. A person will answer by email within 30 days, and say what was erased.`,
      `Invoices stay for as long as tax law has us keep them. So do your licences: the keys go on working.`,
    ],
    reason: 'You get this because the request was made by somebody signed in with this address.',
  }
}
