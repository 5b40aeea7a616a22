import { z } from 'zod'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import type { Template } from '../../messages/mail/template.ts'
import type { LicenceSources } from './sources.ts'
import { yourLicences } from './your-licences.ts'

const paramsSchema = z.object({ importId: z.string() })

/** Sent once per address of an import, if the owner chose so. It shows no key. */
export const licencesImported: Template<LicenceSources> = async (
  { params, recipient },
  { site, siteUrl, sources },
) => {
  const { importId } = paramsSchema.parse(JSON.parse(params))
  const licences = await sources.imported(importId, recipient)
  if (licences.length === 0) return null
  const { company, product } = site
  const [them, their, go] = licences.length === 1 ? ['it', 'Its key', 'goes'] : ['them', 'Their keys', 'go']
  const day = (time: string) => formatDate(dayIn(company.timeZone, time))
  return {
    subject: `Your ${product} ${licences.length === 1 ? 'licence' : 'licences'}, in our own shop`,
    title: 'Your old key goes on working.',
    blocks: [
      `We’re ${company.name}, who make ${product}. You have bought ${licences.length === 1 ? 'a licence' : 'licences'} of it before. Our shop has moved, and we have taken ${them} along.`,
      `There is nothing to do. ${their} from before ${go} on working, and machines that are on stay on.`,
      {
        type: 'facts',
        facts: licences.map(({ plan, oldHint, bought, until }) => ({
          term: plan,
          value: [
            ...(oldHint ? [`key ${oldHint}`] : []),
            `bought ${day(bought)}`,
            isForGood(until) ? 'updates for good' : `updates until ${day(until)}`,
          ].join(', '),
        })),
      },
      'Your licences shows your machines, and a new key beside the old one. Sign in there with this address.',
      yourLicences(siteUrl),
    ],
    reason: `You get this once, because ${company.name} moved its shop and you have a licence with this address.`,
  }
}
