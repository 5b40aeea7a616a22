import { z } from 'zod'
import { fileUrl, suits } from '#shared/releases/release-files.ts'
import { archSchema, offeredReleaseSchema, platformSchema, type Release } from '#shared/releases/releases.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { type Asked, download, type Endpoint, endpoint } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { anyText, textOf } from '../../web/openapi/description.ts'
import { carriesKey, offeredReleases } from '../licensing/covered-releases.ts'
import { checksums } from './checksums.ts'
import { type FeedName, findUpdate, noUpdateFeed, updateFeed } from './update-feed.ts'

const { checksums: checksumsRoute, ...feedRoutes } = updateRoutes

const cache = 'public, max-age=60, must-revalidate'

const ofLicence = {
  method: 'get',
  description:
    'With `Authorization: Bearer <licence key>`, the newest release that the key covers, and no other.',
  headers: z.object({ Authorization: anyText.optional() }),
} as const

const machineSchema = z.object({ os: platformSchema.optional(), arch: archSchema.optional() })
type Machine = z.infer<typeof machineSchema>

export const releasesApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'get',
    path: apiRoutes.releases,
    cache,
    summary: 'Every release, newest first',
    says: 'The releases.',
    answer: z.object({ releases: z.array(offeredReleaseSchema) }),
    run: async ({ ctx }) => ({
      releases: ctx.library.typed.releases.map((release) => withUrls(ctx, release)),
    }),
  }),
  endpoint({
    ...ofLicence,
    path: apiRoutes.latestRelease,
    summary: 'The newest release for a machine',
    // Parsed last, so that a wrong key is told first.
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
      res?.vary('Authorization')
      const latest = findLatest(await offeredReleases(ctx, asked), parseMachine(asked.query))
      res?.set('Cache-Control', cacheFor(asked))
      return withUrls(ctx, latest)
    },
  }),
  ...(Object.entries(feedRoutes) as [FeedName, string][]).map(([feed, path]) =>
    download<AppContext, unknown, string, z.ZodType>({
      ...ofLicence,
      path,
      summary: 'The newest release, as electron-updater reads it',
      errors: ['update_unavailable'],
      says: 'The release. If the key covers none, version 0.0.0 for nobody, and the reason as `code`.',
      // RFC 9512
      content: textOf('application/yaml'),
      async send({ ctx, asked }, _input, res) {
        res.vary('Authorization')
        const text = await readFeed(ctx, feed, asked).catch((error) => {
          if (carriesKey(asked) && error instanceof AppError) return noUpdateFeed(error.code)
          throw error
        })
        res.type('application/yaml').set('Cache-Control', cacheFor(asked)).send(text)
      },
    }),
  ),
  download({
    method: 'get',
    path: checksumsRoute,
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

/** An answer for a licence must not be cached by others. */
function cacheFor(asked: Asked): string {
  return carriesKey(asked) ? 'private, no-store' : cache
}

async function readFeed(ctx: AppContext, feed: FeedName, asked: Asked): Promise<string> {
  const update = findUpdate(await offeredReleases(ctx, asked), feed)
  if (update) return updateFeed(update, ctx.library.typed.site)
  throw new AppError(
    404,
    'update_unavailable',
    'No release for this system has files whose size and hashes are known, and without them an update can’t be checked.',
  )
}

function parseMachine(query: unknown): Machine {
  const result = machineSchema.safeParse(query)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    pointer: `/${path.join('/')}`,
    code: path[0] === 'os' ? ('os_unknown' as const) : ('arch_unknown' as const),
    detail: message,
  }))
  throw new AppError(422, 'invalid_request', 'The system or its architecture is not one we know.', { errors })
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
