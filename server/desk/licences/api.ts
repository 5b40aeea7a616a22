import { z } from 'zod'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import { unknownVersion } from '#shared/desk/fold-versions.ts'
import {
  deskLicenceSchema,
  enrolledSchema,
  issuedLicenceSchema,
  licenceListSchema,
} from '#shared/desk/licence-answers.ts'
import {
  deskEndEnrolmentSchema,
  deskEnrolSchema,
  deskMoveSchema,
  deskReleaseSchema,
  detailsSchema,
  issueSchema,
  type LicenceListQuery,
  licenceActSchema,
  licenceListQuerySchema,
  revokeSchema,
  seatsSchema,
  updatesUntilSchema,
} from '#shared/desk/requests/licences.ts'
import { tailOfKey } from '#shared/desk/words.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { ShopContext } from '../../context.ts'
import {
  type By,
  endEnrolment,
  enrol,
  move,
  release,
  replaceKey,
  setDetails,
  setSeats,
  setStatus,
  setUpdatesUntil,
} from '../../licences/licensing/acts.ts'
import { shownToken } from '../../licences/licensing/enrolments.ts'
import { readKey } from '../../licences/licensing/look-up.ts'
import { requireLicenceRevision } from '../../licences/licensing/revision.ts'
import { viewPages } from '../../runtime/db/keyset.ts'
import { spanOfMonth } from '../books/sum-documents.ts'
import { requireConfirmation } from '../confirm.ts'
import { type Described, type DeskEndpoint, list, once, read } from '../endpoints.ts'
import { activeSince } from '../overview/adoption.ts'
import { endsAt, startsAt } from '../within-days.ts'
import { issueByHand } from './issue.ts'
import { type LicenceFilter, licenceColumns, listLicencesPage, viewLicenceRow } from './list-licences.ts'
import { findDeskLicence, viewDeskLicence } from './view-licence.ts'

const acted = {
  answer: z.object({ licence: deskLicenceSchema }),
  view: async ({ ctx }: { ctx: ShopContext }, id: string) => ({ licence: await viewById(ctx, id) }),
} as const

/** `command` also offers an act on the command line. */
export const licencesApi = [
  ...list(deskApiRoutes.licences, deskApiRoutes.licencesCsv, {
    who: 'licences.read',
    summary: 'Licences, by default the newest first',
    input: licenceListQuerySchema,
    answer: licenceListSchema,
    columns: licenceColumns,
    async pages({ ctx }, query) {
      const { database, keyring } = ctx
      const filter = { ...filterOf(ctx, query), secrets: await keyring.secrets(database.db) }
      return viewPages((page) => listLicencesPage(database, filter, page), viewLicenceRow)
    },
    show: ({ rows: licences, next }) => ({ licences, next }),
  }),
  once(deskApiRoutes.licences, {
    answer: issuedLicenceSchema,
    view: async ({ ctx }, id) => ({
      ...(await acted.view({ ctx }, id)),
      key: await readKey(ctx.database.db, id, ctx.keyring),
    }),
    who: 'licences.issue',
    summary: 'Give a licence by hand, and mail its key',
    description: 'No other answer of the desk has the key.',
    input: issueSchema,
    status: 201,
    says: 'The licence, and its key.',
    errors: ['validation_failed', 'sku_unknown'],
    run: ({ ctx, by }, grant) => issueByHand(ctx, grant, by),
  }),
  read(deskApiPatterns.licence, {
    who: 'licences.read',
    summary: 'A licence with all that belongs to it, but for its key',
    answer: deskLicenceSchema,
    errors: ['licence_not_found'],
    run: ({ ctx, params }) => viewById(ctx, params.id),
  }),
  act('/api/desk/licences/:id/suspend', {
    who: 'licences.suspend',
    setsState: true,
    summary: 'Suspend',
    command: 'Suspends a licence: it can’t be activated, verdicts say so.',
    input: licenceActSchema,
    errors: ['licence_final'],
    run: (ctx, id, _input, by) => setStatus(ctx, id, 'suspended', by),
  }),
  act('/api/desk/licences/:id/reinstate', {
    who: 'licences.reinstate',
    setsState: true,
    summary: 'Reinstate',
    command: 'Makes a suspended licence active again.',
    input: licenceActSchema,
    errors: ['licence_final'],
    run: (ctx, id, _input, by) => setStatus(ctx, id, 'active', by),
  }),
  act('/api/desk/licences/:id/revoke', {
    who: 'licences.revoke',
    setsState: true,
    summary: 'Revoke for good',
    command: 'Revokes a licence, for good.',
    input: revokeSchema,
    errors: ['confirmation_required', 'licence_final'],
    async run(ctx, id, { confirm }, by) {
      const licence = await findDeskLicence(ctx.database.db, id)
      await requireLicenceRevision(ctx.database.db, licence, by.revision)
      const { machines, keyHint, email } = await viewDeskLicence(ctx, licence)
      const preview = { keyHint, email, plan: licence.plan, machines: machines.map(({ name }) => name) }
      requireConfirmation(tailOfKey(keyHint), confirm && tailOfKey(confirm), preview)
      await setStatus(ctx, id, 'revoked', by)
    },
  }),
  act('/api/desk/licences/:id/release', {
    who: 'licences.release',
    setsState: true,
    summary: 'Release a machine',
    input: deskReleaseSchema,
    errors: ['activation_not_found'],
    run: (ctx, id, { activationId }, by) => release(ctx, id, activationId, by),
  }),
  once('/api/desk/licences/:id/enrol', {
    who: 'licences.enrol',
    summary: 'Make a token that activates in the key’s place',
    command: 'Makes a token that activates N machines in the key’s place until DAY, and shows it.',
    description: 'For silent installations. Its owner sees it at Your licences.',
    input: deskEnrolSchema,
    status: 201,
    answer: enrolledSchema,
    says: 'The licence, and the token.',
    errors: [
      ...(['licence_not_found', 'validation_failed', 'changed_meanwhile'] as const),
      ...(['licence_suspended', 'licence_revoked'] as const),
    ],
    async run({ ctx, params, by }, { reason, revision, ...wanted }) {
      const { id } = await findDeskLicence(ctx.database.db, params.id)
      await enrol(ctx, id, wanted, { ...by, reason, revision })
    },
    view: ({ ctx, params }, made) => viewEnrolled(ctx, params.id, made),
  }),
  act('/api/desk/licences/:id/end-enrolment', {
    who: 'licences.end-enrolment',
    setsState: true,
    summary: 'End a token that activates in the key’s place',
    command: 'Ends a token. Its machines keep their seats.',
    input: deskEndEnrolmentSchema,
    errors: ['enrolment_not_found'],
    run: (ctx, id, { enrolmentId }, by) => endEnrolment(ctx, id, enrolmentId, by),
  }),
  act('/api/desk/licences/:id/replace-key', {
    who: 'licences.replace-key',
    summary: 'Replace the key and mail the new one',
    command: 'Gives a licence a new key and mails it; the old one is refused. Once a day.',
    input: licenceActSchema,
    errors: ['licence_suspended', 'licence_revoked', 'key_replaced_today'],
    run: (ctx, id, _input, by) => replaceKey(ctx, id, by),
  }),
  act('/api/desk/licences/:id/seats', {
    who: 'licences.seats',
    setsState: true,
    summary: 'Set the number of machines',
    command: 'Sets on how many machines a licence may be at once.',
    input: seatsSchema,
    run: (ctx, id, { limit }, by) => setSeats(ctx, id, limit, by),
  }),
  act('/api/desk/licences/:id/updates-until', {
    who: 'licences.updates-until',
    setsState: true,
    summary: 'Set the last day of updates',
    command: 'Sets the last day of a licence’s updates.',
    input: updatesUntilSchema,
    run: (ctx, id, { updatesUntil }, by) => setUpdatesUntil(ctx, id, updatesUntil, by),
  }),
  act('/api/desk/licences/:id/details', {
    who: 'licences.details',
    setsState: true,
    summary: 'Set what a licence unlocks, how long its files hold, and what another program calls it',
    command:
      'Sets what a licence unlocks (all of it, by commas), how many days its files hold without a validation (0 for good), and what another program calls it and keeps with it.',
    input: detailsSchema,
    run: (ctx, id, { reason: _, revision: _seen, ...wanted }, by) => setDetails(ctx, id, wanted, by),
  }),
  act('/api/desk/licences/:id/move', {
    who: 'licences.move',
    summary: 'Hand a licence to another address',
    command:
      'Hands a licence to another address at once and for good; both are told. The new owner gets a new key, and the old one is refused, unless --keep-key keeps it.',
    input: deskMoveSchema,
    errors: ['licence_suspended', 'licence_revoked'],
    run: (ctx, id, wanted, by) => move(ctx, id, wanted, by),
  }),
]

type LicenceAct<Input extends z.ZodType> = Omit<Described<Input>, 'input'> & {
  setsState?: boolean
  input: Input
  run(ctx: ShopContext, id: string, input: z.output<Input>, by: By): Promise<void>
}

/** Defines an act whose answer is the changed licence. */
function act<Input extends z.ZodType<Pick<By, 'reason' | 'revision'>>>(
  path: `${string}/:id/${string}`,
  { errors = [], run, ...more }: LicenceAct<Input>,
): DeskEndpoint {
  return once(path, {
    ...acted,
    ...more,
    says: 'The licence as it is now.',
    errors: ['licence_not_found', 'validation_failed', 'changed_meanwhile', ...errors],
    async run({ ctx, params, by }, input) {
      const { id } = await findDeskLicence(ctx.database.db, params.id)
      const { reason, revision } = input
      await run(ctx, id, input, { ...by, reason, revision })
    },
  })
}

async function viewEnrolled(ctx: ShopContext, id: string, enrolmentId: string) {
  const { database, keyring } = ctx
  const row = await database.db
    .selectFrom('enrolments')
    .selectAll()
    .where('id', '=', enrolmentId)
    .executeTakeFirstOrThrow()
  const token = shownToken(row, await keyring.secrets(database.db))
  return { licence: await viewById(ctx, id), enrolmentId, token }
}

async function viewById(ctx: ShopContext, id: string) {
  return viewDeskLicence(ctx, await findDeskLicence(ctx.database.db, id))
}

/** Applies the same rule for active machines as Today and Trends. */
function filterOf(
  { library, clock }: Pick<ShopContext, 'library' | 'clock'>,
  { version, endsFrom, endsTo, bought, ...filter }: LicenceListQuery,
): Omit<LicenceFilter, 'secrets'> {
  const { timeZone } = library.typed.site.company
  const running = version && {
    version: version === unknownVersion ? null : version,
    since: activeSince(dayIn(timeZone, clock()), timeZone),
  }
  return {
    ...filter,
    bought: bought ? spanOfMonth(timeZone, `${bought}-01` as Day) : undefined,
    endsFrom: endsFrom && startsAt(timeZone, endsFrom),
    endsTo: endsTo && endsAt(timeZone, endsTo),
    running: running || undefined,
  }
}
