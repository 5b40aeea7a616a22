import { z } from 'zod'
import { timeOfDay } from '#shared/calendar/time-of-day.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { paragraph } from '../../messages/mail/blocks.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { LinkSource } from '../../people/mails/sources.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import type { MemberSource } from './members.ts'

/** `to` is the page to open. */
const paramsSchema = z.object({ to: z.string().optional() })

/** Checks the address here, not in the request, so that response times don't reveal whose it is. */
export const deskLink: Template<LinkSource & MemberSource> = async (
  { recipient, params },
  { site, siteUrl, sources },
) => {
  if (!(await sources.member(recipient))) throw new NeedlessMail('its address is nobody’s of the staff')
  const { name, linkMs } = deskPurpose
  const { token, expiresAt } = await sources.createLink({
    purpose: name,
    email: recipient,
    subject: paramsSchema.parse(JSON.parse(params)).to,
    validMs: linkMs,
    // Nobody knows who typed the address.
    audit: { who: 'somebody', act: 'desk.link_mailed' },
  })
  return {
    subject: 'Your link to the desk',
    title: 'Here’s your link.',
    blocks: [
      paragraph(
        `Open it and press the button. It works once, until ${timeOfDay(expiresAt, site.company.timeZone)}.`,
      ),
      { type: 'action', label: 'Open the desk', url: `${siteUrl}${deskRoutes.open}?token=${token}` },
      paragraph('Don’t hand this mail on: whoever presses first is in, for twelve hours.'),
      paragraph('Didn’t ask for it? Then somebody typed your address. They can’t get in without this mail.'),
    ],
    reason: `You get this because this address was typed on ${new URL(siteUrl).host}${deskRoutes.home}.`,
    automatic: true,
  }
}
