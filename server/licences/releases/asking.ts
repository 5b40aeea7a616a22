import { z } from 'zod'
import { channelSchema } from '#shared/releases/releases.ts'
import type { Asked } from '../../web/endpoint.ts'
import { anyText } from '../../web/openapi/description.ts'
import { namesLicence } from '../licensing/update-access.ts'

/** electron-updater sends a UUID that it stores. Other clients may send one, too. */
const stagingHeader = 'X-User-Staging-Id'

export const cache = 'public, max-age=60, must-revalidate'

export const channelQuery = z.object({ channel: channelSchema.optional() })

const staging = { [stagingHeader]: anyText.optional() }

export const ofLicence = {
  method: 'get',
  description:
    'With `Authorization: Bearer <licence key>`, only what the key covers. With `X-User-Staging-Id`, a UUID that the installation keeps, what a rollout has reached.',
  headers: z.object({ Authorization: anyText.optional(), ...staging }),
} as const

export const ofMachine = {
  method: 'get',
  description: 'The token, from `updatesUrl`, opens nothing else and ends with the seat.',
  headers: z.object(staging),
} as const

export const varied = `Authorization, ${stagingHeader}`

/** Shared caches must not store an answer for a licence. */
export function cacheFor(asked: Asked): string {
  return namesLicence(asked) ? 'private, no-store' : cache
}

/** From 0 to 1, calculated as in electron-updater; undefined without a valid UUID. */
export function placeInRollout({ headers }: Pick<Asked, 'headers'>): number | undefined {
  const id = headers[stagingHeader.toLowerCase()]
  const [, last] = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{4}([\da-f]{8})$/i.exec(String(id)) ?? []
  return last === undefined ? undefined : Number.parseInt(last, 16) / 0xffffffff
}
