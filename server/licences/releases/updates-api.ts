import type { Response } from 'express'
import { z } from 'zod'
import { versionOfApp } from '#shared/licensing/requests.ts'
import { type Channel, type Release, type TauriUpdate, tauriUpdateSchema } from '#shared/releases/releases.ts'
import {
  betaUpdateRoutes,
  machineUpdatePatterns,
  tauriUpdatePattern,
  updateRoutes,
} from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { type Asked, download, type Endpoint, endpoint, type Parts } from '../../web/endpoint.ts'
import { AppError, nothingHere } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { anyText, textOf } from '../../web/openapi/description.ts'
import { findOffer, namesLicence, type Offer } from '../licensing/update-access.ts'
import { cacheFor, channelQuery, ofLicence, ofMachine, placeInRollout, varied } from './asking.ts'
import { findTauriUpdate } from './tauri-update.ts'
import { type FeedName, findUpdate, type Newest, noUpdateFeed, updateFeed } from './update-feed.ts'

const { checksums: _, appcast: appcastRoute, ...feedRoutes } = updateRoutes

const feeds = [...listFeeds('stable', feedRoutes), ...listFeeds('beta', betaUpdateRoutes)]

const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const fileNames = [...feeds.map(({ path }) => path), appcastRoute].map(fileNameOf)

const withoutUpdate =
  'If the licence covers none, or the only ones are held back or withdrawn, version 0.0.0 for nobody, and the reason as `code`. `newest` names a newer one that the licence doesn’t cover, with the address that renews it.'

// Media type of RFC 9512.
const yaml = textOf('application/yaml')
const rss = textOf('application/rss+xml')

const tauriQuery = channelQuery.extend({ bundle: anyText.optional() })
const installedSchema = z.object({ version: versionOfApp })

/** Endpoints for updaters, each in its own format. */
export const updatesApi: Endpoint<AppContext>[] = [
  ...feeds.map(({ path, feed, channel }) =>
    download<AppContext, unknown, string, z.ZodType>({
      ...ofLicence,
      path,
      summary: `The newest ${channel === 'beta' ? 'release or beta' : 'release'}, as electron-updater reads it`,
      errors: ['update_unavailable'],
      says: `The release. ${withoutUpdate}`,
      content: yaml,
      send: (parts, _input, res) => sendFeed(parts, { feed, channel }, res),
    }),
  ),
  download({
    ...ofLicence,
    path: appcastRoute,
    summary: 'Releases and betas, as Sparkle and WinSparkle read them',
    input: channelQuery,
    says: 'The appcast, without items if the key covers none. Items for Windows are betas only for `channel=beta`.',
    content: rss,
    send: sendAppcast,
  }),
  download<AppContext, unknown, typeof machineUpdatePatterns.feed, typeof channelQuery>({
    ...ofMachine,
    path: machineUpdatePatterns.feed,
    summary: 'The feeds of a machine that holds a seat',
    description: `${ofMachine.description} \`feed\` is one of ${fileNames.join(', ')}. After the code \`update_token_unknown\`: activate again.`,
    input: channelQuery,
    errors: ['not_found'],
    says: `What its licence covers, as at the feed without a token. ${withoutUpdate}`,
    content: { ...yaml, ...rss },
    async send(parts, input, res) {
      const { feed: name } = parts.params
      if (name === fileNameOf(appcastRoute)) return sendAppcast(parts, input, res)
      const feed = feeds.find(({ path }) => fileNameOf(path) === name)
      if (!feed) throw nothingHere()
      await sendFeed(parts, feed, res)
    },
  }),
  ...(
    [
      [tauriUpdatePattern, ofLicence],
      [machineUpdatePatterns.tauri, ofMachine],
    ] as const
  ).map(([path, asking]) =>
    endpoint<AppContext, unknown, typeof tauriUpdatePattern, typeof tauriQuery, TauriUpdate | null>({
      ...asking,
      path: path as typeof tauriUpdatePattern,
      summary: 'The newest release for an installation, as Tauri reads it',
      input: tauriQuery,
      described: { answers: { 204: { description: 'Nothing newer, or nothing that the licence covers.' } } },
      says: 'The release.',
      answer: tauriUpdateSchema.nullable(),
      statusOf: (update) => (update ? 200 : 204),
      async run({ ctx, asked, params }, { channel, bundle }, res) {
        const { version } = parse(installedSchema, params, 'invalid_request')
        res?.vary(varied)
        res?.set('Cache-Control', cacheFor(asked))
        const { covered } = await findOffer(ctx, asked, { channel, place: placeInRollout(asked) }).catch(
          (error) => instead(error, asked, () => noOffer),
        )
        return findTauriUpdate(covered, { ...params, version, bundle }, ctx.library.typed.site)
      },
    }),
  ),
]

function listFeeds(channel: Channel, routes: Record<FeedName, string>) {
  return (Object.entries(routes) as [FeedName, string][]).map(([feed, path]) => ({ path, feed, channel }))
}

type Asking = Pick<Parts<AppContext, unknown, string>, 'ctx' | 'asked'>

async function sendFeed(
  { ctx, asked }: Asking,
  { feed, channel }: { feed: FeedName; channel: Channel },
  res: Response,
): Promise<void> {
  res.vary(varied)
  const text = await readFeed({ ctx, asked }, feed, channel).catch((error) =>
    instead(error, asked, ({ code }) => noUpdateFeed(code)),
  )
  res.type('application/yaml').set('Cache-Control', cacheFor(asked)).send(text)
}

/** Without a place, the updater applies the rollout itself, from the feed's percentage. */
async function readFeed({ ctx, asked }: Asking, feed: FeedName, channel: Channel): Promise<string> {
  const audience = { channel, place: placeInRollout(asked) ?? 0 }
  const { releases, site } = ctx.library.typed
  const { covered, offered } = await findOffer(ctx, asked, audience)
  const [update, best] = [findUpdate(covered, feed), findUpdate(offered, feed)]
  const newest = best && best.release !== update?.release ? nameNewest(best.release, ctx) : undefined
  if (update) return updateFeed(update, site, newest)
  if (newest) return noUpdateFeed('release_not_covered', newest)
  // To an updater, a release held back or withdrawn isn't an error.
  if (findUpdate(releases, feed)) return noUpdateFeed('release_not_found')
  throw new AppError(
    404,
    'update_unavailable',
    'No release for this system has files whose size and hashes are known, and without them an update can’t be checked.',
  )
}

function nameNewest({ version, date }: Release, { config }: AppContext): Newest {
  return { version, date, renewUrl: config.siteUrl + routes.renew }
}

async function sendAppcast(
  { ctx, asked }: Asking,
  { channel }: z.output<typeof channelQuery>,
  res: Response,
): Promise<void> {
  res.vary(varied)
  const place = placeInRollout(asked)
  // Sparkle applies channel and rollout itself.
  const audience = { channel: 'beta', place: place ?? 0 } as const
  const { covered } = await findOffer(ctx, asked, audience).catch((error) =>
    instead(error, asked, () => noOffer),
  )
  const { appcast } = await import('./appcast.ts')
  const { library, config, clock } = ctx
  const text = appcast(
    covered,
    { place, isBeta: channel === 'beta' },
    { site: library.typed.site, siteUrl: config.siteUrl, now: clock() },
  )
  res.type('application/rss+xml').set('Cache-Control', cacheFor(asked)).send(text)
}

const noOffer: Offer = { covered: [], offered: [] }

/** Updaters show a refused licence as an error, so they get an answer without an update instead. */
function instead<Answer>(error: unknown, asked: Asked, answer: (refusal: AppError) => Answer): Answer {
  if (namesLicence(asked) && error instanceof AppError) return answer(error)
  throw error
}
