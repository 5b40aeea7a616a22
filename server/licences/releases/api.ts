import { z } from 'zod'
import { offeredTo } from '#shared/releases/offered-to.ts'
import { fileUrl, suits } from '#shared/releases/release-files.ts'
import { archSchema, offeredReleaseSchema, platformSchema, type Release } from '#shared/releases/releases.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { download, type Endpoint, endpoint } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { textOf } from '../../web/openapi/description.ts'
import { findOffer, namesLicence } from '../licensing/update-access.ts'
import { cache, cacheFor, channelQuery, ofLicence, placeInRollout, varied } from './asking.ts'
import { checksums } from './checksums.ts'
import { updatesApi } from './updates-api.ts'

const machineSchema = z.object({
  os: platformSchema.optional(),
  arch: archSchema.optional(),
  ...channelQuery.shape,
})
type Machine = z.infer<typeof machineSchema>

export const releasesApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'get',
    path: apiRoutes.releases,
    cache,
    summary: 'Every release that everybody is offered, newest first',
    description: 'Betas are among them for `channel=beta`.',
    input: channelQuery,
    says: 'The releases.',
    answer: z.object({ releases: z.array(offeredReleaseSchema) }),
    run: async ({ ctx }, { channel }) => ({
      releases: offeredTo(ctx.library.typed.releases, { channel }).map((release) => withUrls(ctx, release)),
    }),
  }),
  endpoint({
    ...ofLicence,
    path: apiRoutes.latestRelease,
    summary: 'The newest release for a machine',
    // Parsed last, so that a wrong key is reported first.
    described: { query: machineSchema },
    errors: [
      'release_not_found',
      'release_not_covered',
      'invalid_request',
      'licence_key_malformed',
      'licence_not_found',
      'licence_revoked',
      'rate_limited',
    ],
    says: 'The release, with the files that suit.',
    answer: offeredReleaseSchema,
    async run({ ctx, asked }, _input, res) {
      res?.vary(varied)
      const { channel = 'stable' } = channelQuery.safeParse(asked.query).data ?? {}
      const { covered } = await findOffer(ctx, asked, { channel, place: placeInRollout(asked) })
      if (covered.length === 0 && namesLicence(asked)) throw notCovered()
      const latest = findLatest(covered, parseMachine(asked.query))
      res?.set('Cache-Control', cacheFor(asked))
      return withUrls(ctx, latest)
    },
  }),
  ...updatesApi,
  download({
    method: 'get',
    path: updateRoutes.checksums,
    summary: 'The SHA-256 of every file',
    errors: ['checksums_unavailable'],
    says: 'As sha256sum writes them.',
    content: textOf('text/plain'),
    async send({ ctx }, _input, res) {
      const sums = checksums(ctx.library.typed.releases)
      if (!sums)
        throw new AppError(
          404,
          'checksums_unavailable',
          'No file of any release has a published SHA-256 yet.',
        )
      res.type('text/plain').set('Cache-Control', cache).send(sums)
    },
  }),
]

function notCovered(): AppError {
  return new AppError(404, 'release_not_covered', 'Every release came after this licence’s updates ended.')
}

function parseMachine(query: unknown): Machine {
  const result = machineSchema.safeParse(query)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    pointer: `/${path.join('/')}`,
    code: `${path[0] as keyof Machine}_unknown` as const,
    detail: message,
  }))
  throw new AppError(
    422,
    'invalid_request',
    'The system, its architecture or the channel is not one we know.',
    { errors },
  )
}

/** Keeps only the files for this machine. */
function findLatest(releases: readonly Release[], { os, arch }: Machine): Release {
  for (const release of releases) {
    const files = release.files.filter(
      (file) => (!os || file.platform === os) && (!arch || suits(file, arch)),
    )
    if (files.length > 0 || !(os || arch)) return { ...release, files }
  }
  throw new AppError(404, 'release_not_found', 'There is no release for this system and architecture.')
}

function withUrls({ library }: AppContext, { files, ...release }: Release) {
  const { baseUrl } = library.typed.site.downloads
  return { ...release, files: files.map((file) => ({ ...file, url: fileUrl(baseUrl, file) })) }
}
