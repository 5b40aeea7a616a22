import { z } from 'zod'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { LicenceSources } from './sources.ts'
import { licenceOf } from './your-licences.ts'

const paramsSchema = z.object({ licenceId: z.string() })

/** For licences that the operator issues without an order. */
export const licenceIssued: Template<LicenceSources> = async (mail, { site, siteUrl, sources }) => {
  const { licenceId } = paramsSchema.parse(JSON.parse(mail.params))
  const licence = await licenceOf(mail.recipient, licenceId, sources)
  if (licence?.status !== 'active') return null
  return {
    subject: `Your ${site.product} licence key`,
    title: 'Here is your licence.',
    blocks: [
      'Your key is below. Keep it safe: anyone who has it can use it.',
      { type: 'keys', keys: [{ key: licence.key, note: licenceNote(licence, site.company.timeZone) }] },
      {
        type: 'links',
        links: [
          { label: `Download ${site.product}`, url: `${siteUrl}${routes.downloads}` },
          { label: 'Activate a machine', url: `${siteUrl}${routes.activation}` },
        ],
      },
    ],
    reason: `You get this because ${site.company.name} gave you a licence with this address.`,
  }
}

type Licence = { plan: string | undefined; seats: { limit: number }; updatesUntil: string }

/** "Studio, 3 machines, updates until 14 November 2027" */
export function licenceNote({ plan, seats, updatesUntil }: Licence, timeZone: string): string {
  const machines = seats.limit === 1 ? 'one machine' : `${seats.limit} machines`
  const updates = `updates until ${formatDate(dayIn(timeZone, updatesUntil))}`
  return [plan, machines, updates].filter(Boolean).join(', ')
}
