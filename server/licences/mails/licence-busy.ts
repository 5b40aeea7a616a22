import { z } from 'zod'
import { formatDate } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'

const paramsSchema = z.object({
  id: z.string(),
  plan: z.string(),
  keyHint: z.string(),
  licensedTo: z.string(),
  machines: z.int(),
  /** First day on which another machine may activate. */
  until: daySchema,
})

/** A licence with this many machines may have a leaked key. */
export const licenceBusy: Template = async (mail, context) => {
  const { id, plan, keyHint, licensedTo, machines, until } = paramsSchema.parse(JSON.parse(mail.params))
  return ownerLetter(context, {
    page: deskRoutes.licence(id),
    subject: `Licence ${describeKey(keyHint)} has been on ${machines} machines in ${context.site.licensing.movesDays} days`,
    title: 'A licence moves often.',
    blocks: [
      `Another machine was refused, and every new one is until ${formatDate(until)}. Machines that the licence has been on work as before. If its key has been handed on, suspend it or write to its owner.`,
    ],
    facts: [
      { term: 'Licence', value: `${plan}, key ${describeKey(keyHint)}` },
      { term: 'Licensed to', value: oneLine(licensedTo) },
    ],
    commands: [
      { term: 'To see it', command: `licences show ${id}` },
      { term: 'To see all such', command: 'licences list --busy' },
    ],
  })
}
