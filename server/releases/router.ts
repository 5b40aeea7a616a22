import { type Request, Router } from 'express'
import { z } from 'zod'
import { apiRoutes, updateRoutes } from '#shared/api-routes.ts'
import { fileUrl, suits } from '#shared/release-files.ts'
import { archSchema, platformSchema, type Release } from '#shared/releases.ts'
import type { AppContext } from '../context.ts'
import { AppError, methodNotAllowed, notFound } from '../http/errors.ts'
import { carriesKey, offeredReleases } from '../licensing/covered-releases.ts'
import { checksums } from './checksums.ts'
import { type FeedName, findUpdate, noUpdateFeed, updateFeed } from './update-feed.ts'

export function createRouter(
  ctx: Pick<AppContext, 'library' | 'database' | 'keyring' | 'rateLimits'>,
): Router {
  const { library } = ctx
  const router = Router()
  const { checksums: checksumsRoute, ...feedRoutes } = updateRoutes

  function get(path: string, type: string, answer: (req: Request) => string) {
    router.get(path, (req, res) => {
      res.type(type).set('Cache-Control', shared).send(answer(req))
    })
    router.all(path, methodNotAllowed('GET', 'HEAD'))
  }

  /** An answer for a licence must not be cached by others. */
  function getForLicence(path: string, type: string, answer: (req: Request) => Promise<string>) {
    router.get(path, async (req, res) => {
      res.vary('Authorization')
      const body = await answer(req)
      res
        .type(type)
        .set('Cache-Control', carriesKey(req) ? ownCaching : shared)
        .send(body)
    })
    router.all(path, methodNotAllowed('GET', 'HEAD'))
  }

  get(apiRoutes.releases, 'json', () =>
    JSON.stringify({ releases: library.typed.releases.map((release) => withUrls(release, baseUrl())) }),
  )
  getForLicence(apiRoutes.latestRelease, 'json', async (req) =>
    JSON.stringify(withUrls(findLatest(await offeredReleases(ctx, req), parseMachine(req.query)), baseUrl())),
  )
  for (const [feed, path] of Object.entries(feedRoutes) as [FeedName, string][]) {
    // RFC 9512
    getForLicence(path, 'application/yaml', (req) =>
      readFeed(feed, req).catch((error) => {
        if (carriesKey(req) && error instanceof AppError) return noUpdateFeed(error.code)
        throw error
      }),
    )
  }
  get(checksumsRoute, 'text/plain', () => {
    const sums = checksums(library.typed.releases)
    if (sums) return sums
    throw new AppError(404, 'checksums_unavailable', 'No file of any release has a published SHA-256 yet.')
  })
  router.use('/updates', notFound)
  return router

  async function readFeed(feed: FeedName, req: Request): Promise<string> {
    const update = findUpdate(await offeredReleases(ctx, req), feed)
    if (update) return updateFeed(update, library.typed.site)
    throw new AppError(
      404,
      'update_unavailable',
      'No release for this system has files whose size and hashes are known, and without them an update can’t be checked.',
    )
  }

  function baseUrl(): string {
    return library.typed.site.downloads.baseUrl
  }
}

const shared = 'public, max-age=60, must-revalidate'
const ownCaching = 'private, no-store'

const machineSchema = z.object({ os: platformSchema.optional(), arch: archSchema.optional() })
type Machine = z.infer<typeof machineSchema>

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

function withUrls({ files, ...release }: Release, baseUrl: string) {
  return { ...release, files: files.map((file) => ({ ...file, url: fileUrl(baseUrl, file) })) }
}
