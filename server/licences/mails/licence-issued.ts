import { z } from 'zod'
import { routes } from '#shared/routes/routes.ts'
import type { Template } from '../../messages/mail/template.ts'
import { licenceNote } from './licence-note.ts'
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
