import { dayIn, minuteIn } from '#shared/calendar/calendar.ts'
import {
  type DeskRelease,
  deskReleaseSchema,
  type ReleaseList,
  releaseListSchema,
} from '#shared/desk/release-answers.ts'
import { finalActSchema, rolloutSchema } from '#shared/desk/requests/acts.ts'
import { offerAs } from '#shared/releases/release-offers.ts'
import type { Release } from '#shared/releases/releases.ts'
import { newestFirst } from '#shared/releases/versions.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { ShopContext } from '../../context.ts'
import { changeOffer, readOfferRows, revisionOf, toOffer } from '../../licences/releases/offers.ts'
import { momentOf } from '../../runtime/moment.ts'
import { nothingHere } from '../../web/http/errors.ts'
import { requireConfirmation } from '../confirm.ts'
import { act, csv, read } from '../endpoints.ts'
import { readAdoption } from '../overview/adoption.ts'

const changed = {
  who: 'releases.offer',
  says: 'The release. Every process offers it so within half a minute.',
  answer: deskReleaseSchema,
} as const

export const releasesApi = [
  read(deskApiRoutes.releases, {
    who: 'releases.read',
    summary: 'Releases, the newest first, whom they are offered to, and the machines that run them',
    answer: releaseListSchema,
    run: ({ ctx }) => listReleases(ctx),
  }),
  csv(deskApiRoutes.releasesCsv, {
    who: 'releases.read',
    async *rows({ ctx }) {
      yield (await listReleases(ctx)).releases
    },
    columns: {
      version: ({ version }) => version,
      date: ({ date }) => date,
      channel: ({ channel }) => channel,
      rollout: ({ rollout }) => rollout,
      withdrawn: ({ isWithdrawn }) => (isWithdrawn ? 'yes' : 'no'),
      machines: ({ machines }) => machines,
      files: ({ files }) => files.length,
      'files not recorded': ({ files }) => files.filter(({ size }) => size === null).length,
      changed: ({ changedAt }, timeZone) => changedAt && minuteIn(timeZone, changedAt),
      'changed by': ({ changedBy }) => changedBy,
    },
  }),
  read(deskApiPatterns.release, {
    who: 'releases.read',
    summary: 'A release',
    answer: deskReleaseSchema,
    run: ({ ctx, params }) => viewRelease(ctx, params.id),
  }),
  act('/api/desk/releases/:id/rollout', {
    ...changed,
    summary: 'Offer a release to this share of all installations, the same ones as before among them',
    description: 'It counts until the release’s file says another share.',
    input: rolloutSchema,
    errors: ['release_withdrawn', 'changed_meanwhile'],
    async run({ ctx, sender, params: { id } }, { percent, revision }) {
      const change = { who: sender.email, rollout: percent, revision }
      await ctx.database.db
        .transaction()
        .execute((trx) => changeOffer(trx, findFiled(ctx, id), change, momentOf(ctx)))
      return viewRelease(ctx, id)
    },
  }),
  act('/api/desk/releases/:id/withdraw', {
    ...changed,
    summary: 'Offer a release to nobody any more; asks for `confirm`, its version',
    description: 'It stays where it runs, until a newer one comes.',
    input: finalActSchema,
    errors: ['confirmation_required'],
    async run({ ctx, sender, params: { id } }, { confirm }) {
      const filed = findFiled(ctx, id)
      requireConfirmation(filed.version, confirm, await viewRelease(ctx, id))
      const change = { who: sender.email, withdrawn: true } as const
      await ctx.database.db.transaction().execute((trx) => changeOffer(trx, filed, change, momentOf(ctx)))
      return viewRelease(ctx, id)
    },
  }),
]

async function listReleases(ctx: ShopContext): Promise<ReleaseList> {
  const filed = filedIn(ctx)
  const { timeZone } = ctx.library.typed.site.company
  const today = dayIn(timeZone, ctx.clock())
  const rows = await readOfferRows(ctx.database.db)
  const offers = rows.map(toOffer)
  const running = await readAdoption(ctx.database.reader, filed, { today, timeZone })
  const machinesOn = (version: string) =>
    running.find(({ appVersion }) => appVersion === version)?.machines ?? 0
  return {
    releases: newestFirst(filed).map((release) => {
      const { version, date, channel = 'stable', rollout = 100, withdrawn = false } = offerAs(release, offers)
      const row = rows.find((each) => each.version === version)
      return {
        version,
        date,
        channel,
        rollout,
        isWithdrawn: withdrawn,
        isOut: date <= today,
        changedBy: row?.changed_by ?? null,
        changedAt: row?.changed_at ?? null,
        revision: revisionOf(row),
        machines: machinesOn(version),
        files: release.files.map(({ name, platform, arch, kind, size = null }) => ({
          name,
          platform,
          arch,
          kind,
          size,
        })),
      }
    }),
    others: running
      .filter(({ appVersion }) => filed.every(({ version }) => version !== appVersion))
      .map(({ appVersion, machines }) => ({ version: appVersion, machines })),
  }
}

/** @throws AppError 404 `not_found` */
async function viewRelease(ctx: ShopContext, version: string): Promise<DeskRelease> {
  const found = (await listReleases(ctx)).releases.find((release) => release.version === version)
  if (!found) throw nothingHere()
  return found
}

/** @throws AppError 404 `not_found` */
function findFiled(ctx: ShopContext, version: string): Release {
  const found = filedIn(ctx).find((release) => release.version === version)
  if (!found) throw nothingHere()
  return found
}

function filedIn({ library }: ShopContext): [Release, ...Release[]] {
  const { releases, filed = releases } = library.typed
  return filed
}
