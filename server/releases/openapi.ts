import { z } from 'zod'
import { apiRoutes, updateRoutes } from '#shared/api-routes.ts'
import { archSchema, platformSchema, releaseFileSchema, releaseSchema } from '#shared/releases.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

const fileSchema = z.object({ ...releaseFileSchema.shape, url: z.url() })
const answerSchema = z.object({ ...releaseSchema.shape, files: z.array(fileSchema) }).meta({ id: 'Release' })

const { checksums, ...feeds } = updateRoutes

const ofLicence = {
  description:
    'With `Authorization: Bearer <licence key>`, the newest release that the key covers, and no other.',
  headers: z.object({ Authorization: z.string().optional() }),
}

export const releasesApi: ApiDescription = {
  [apiRoutes.releases]: {
    get: {
      summary: 'Every release, newest first',
      answers: {
        200: { description: 'The releases.', content: json(z.object({ releases: z.array(answerSchema) })) },
      },
    },
  },
  [apiRoutes.latestRelease]: {
    get: {
      summary: 'The newest release for a machine',
      ...ofLicence,
      query: z.object({ os: platformSchema.optional(), arch: archSchema.optional() }),
      answers: {
        200: { description: 'The release, with the files that suit.', content: json(answerSchema) },
      },
      errors: [
        'release_not_found',
        'release_not_covered',
        'invalid_request',
        'licence_key_malformed',
        'licence_not_found',
        'licence_revoked',
        'rate_limited',
      ],
    },
  },
  ...Object.fromEntries(
    Object.values(feeds).map((path) => [
      path,
      {
        get: {
          summary: 'The newest release, as electron-updater reads it',
          ...ofLicence,
          answers: {
            200: {
              description:
                'The release. If the key covers none, version 0.0.0 for nobody, and the reason as `code`.',
              content: { 'application/yaml': z.string() },
            },
          },
          errors: ['update_unavailable' as const],
        },
      },
    ]),
  ),
  [checksums]: {
    get: {
      summary: 'The SHA-256 of every file',
      answers: {
        200: { description: 'As sha256sum writes them.', content: { 'text/plain': z.string() } },
      },
      errors: ['checksums_unavailable'],
    },
  },
}
