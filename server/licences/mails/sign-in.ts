import { z } from 'zod'
import { timeOfDay } from '#shared/calendar/time-of-day.ts'
import { routes } from '#shared/routes/routes.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { LinkSource } from '../../people/mails/sources.ts'
import { licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import type { LicenceSources } from './sources.ts'

/** `verified`: a person passed the human verification. */
const paramsSchema = z.object({ verified: z.boolean() })

type Sources = LicenceSources & LinkSource

/** Checks here, not in the request, whether the address is known, so that response times reveal nothing. */
export const signInLink: Template<Sources> = async ({ recipient, params }, { site, siteUrl, sources }) => {
  const typed = await sources.findTypedEmail(recipient)
  if (typed === null) {
    // Otherwise anybody could make us mail strangers.
    if (paramsSchema.parse(JSON.parse(params)).verified) await sources.notifyUnknownAddress(recipient)
    throw new NeedlessMail('nothing was bought with its address')
  }
  const { name, linkMs } = licencesPurpose
  const { token, expiresAt } = await sources.createLink({
    purpose: name,
    email: recipient,
    validMs: linkMs,
  })
  return {
    to: typed,
    subject: 'Your link to your licences',
    title: 'Here’s your link.',
    blocks: [
      `Open it and press the button. It works once, for 30 minutes, until ${timeOfDay(expiresAt, site.company.timeZone)}.`,
      {
        type: 'action',
        label: 'Open your licences',
        url: `${siteUrl}${routes.licencesOpen}?token=${token}`,
      },
      'Don’t hand this mail on: whoever presses first is in, for an hour.',
      'Didn’t ask for it? Then somebody typed your address. They can’t get in without this mail, and there’s nothing to do.',
    ],
    reason: reasonOf(siteUrl),
  }
}

/** Repeats no user input. */
export const signInUnknown: Template = async (_mail, { site, siteUrl }) => ({
  subject: `No ${site.product} licence was bought with this address`,
  title: 'We know of no licence here.',
  blocks: [
    'Somebody asked for a link to the licences of this address. None was bought with it, so there is no link.',
    'If it was you, try the address of whoever paid: a colleague, a purchasing department, an old address of yours. The order’s mail and the invoice name it.',
    {
      type: 'links',
      links: [
        { label: 'Try another address', url: `${siteUrl}${routes.licences}` },
        { label: 'Write to us', url: `${siteUrl}${routes.contact}` },
      ],
    },
  ],
  reason: `${reasonOf(siteUrl)} We say so at most once a day.`,
})

function reasonOf(siteUrl: string): string {
  return `You get this because this address was typed on ${new URL(siteUrl).host}${routes.licences}.`
}
