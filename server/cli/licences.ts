import type { z } from 'zod'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { enrolledSchema } from '#shared/desk/licence-answers.ts'
import { licenceStatuses } from '#shared/desk/requests/licences.ts'
import { licenceSorts } from '#shared/desk/sorts.ts'
import { describeKey, stateInText } from '#shared/desk/words.ts'
import { readPricing, siteVariables } from '../content/site.ts'
import { licencesApi } from '../desk/licences/api.ts'
import { listLicencesPage } from '../desk/licences/list-licences.ts'
import { findImported } from '../licences/import/imported-licences.ts'
import { forget, release } from '../licences/licensing/acts.ts'
import { listEnrolments, viewEnrolment, viewOwnEnrolment } from '../licences/licensing/enrolments.ts'
import { findOrderNumber, getLicence, readKey } from '../licences/licensing/look-up.ts'
import { findBusyLicences } from '../licences/licensing/machine-moves.ts'
import { viewDetails } from '../licences/licensing/rights.ts'
import { machinesOn } from '../licences/licensing/seats.ts'
import { choiceOf, orStandardInput, readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import type { ActivationRow, LicenceRow } from '../runtime/db/rows/licences.ts'
import { shownEmail } from '../runtime/shown-email.ts'
import { AppError } from '../web/http/errors.ts'
import { type Command, flag, limit, print, readSort, textOptions } from './command.ts'
import { commandsOf, type Subject } from './from-endpoints.ts'
import { issueLicence } from './issue-licence.ts'
import { withDatabase, withShop } from './open.ts'
import { timeText } from './time-text.ts'

const subject: Subject<LicenceRow> = {
  word: 'ID|KEY|-',
  async find({ database, keyring }, argument = '') {
    const name = await orStandardInput(argument)
    if (name) return getLicence(database.db, name, keyring)
    throw new UsageError('Which licence? Name its id or its key, or give - and the key on standard input.')
  },
  toJson: ({ id, status, key_hint: keyHint, seat_limit: seats, updates_until: updatesUntil, email }) => {
    return { id, status, keyHint, seats, updatesUntil, email: shownEmail(email) }
  },
  toText: ({ id, status }, _shop, verb) =>
    verb === 'end-enrolment' ? 'The token takes no more seats.' : `${id} is ${stateInText(status)}.`,
}

export const licences = {
  list: {
    usage:
      'licences list [--status active|suspended|revoked] [--email ADDRESS] [--q TEXT] [--busy] [--sort=SORT] [--limit N] [--json]',
    summary: `Lists licences, the newest first; 50 unless told. SORT is ${licenceSorts.join(', ')}; a minus puts the latest first. --q finds what search finds, also the end and the order of another shop’s key; --busy those that move so often that new machines wait, or soon will.`,
    async run(args) {
      const options = {
        json: flag,
        busy: flag,
        ...textOptions('status', 'email', 'q', 'sort'),
        limit,
      } as const
      const { values } = readArguments(args, options)
      const most = wholeNumber('--limit', values.limit)
      const status = choiceOf('--status', values.status, licenceStatuses)
      const sort = readSort(values, licenceSorts)
      return withDatabase(async ({ database, library, clock }) => {
        const busy = values.busy
          ? await findBusyLicences(database.db, library.typed.site, clock())
          : undefined
        const filter = { status, email: values.email, q: values.q, ids: busy?.map(({ id }) => id) }
        const rows = await firstRows((page) => listLicencesPage(database, filter, page), { sort, most })
        const shown = rows.map((row) => ({
          ...publicPart(row, row.orderNumber),
          used: row.used,
          isImported: Boolean(row.isImported),
          moves: busy?.find(({ id }) => id === row.id),
        }))
        const lines = shown.map(
          ({ id, status, isImported, plan, keyHint, seats, used, name, email, order, moves }) =>
            [
              id,
              stateInText(status),
              isImported && 'imported',
              plan,
              `key ${describeKey(keyHint)}`,
              `${used}/${seats}`,
              order ?? 'no order',
              moves && `lately on ${moves.machines} of ${moves.allowed} machines`,
              `${name} <${email}>`,
            ]
              .filter(Boolean)
              .join('  '),
        )
        return print(values.json, shown, lines.join('\n') || 'No licences.')
      })
    },
  },
  show: {
    usage: 'licences show ID|KEY|TEXT|- [--reveal] [--json]',
    summary:
      'Shows a licence and its machines, also by the end of its key or what else search finds, if only one fits; the whole key with --reveal alone. - reads the key from standard input.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, reveal: flag }, 1)
      return withDatabase(async (ctx) => {
        const { keyring, library, config } = ctx
        const { db } = ctx.database
        const pricing = readPricing(config.contentDir, siteVariables(library.typed.site))
        const licence = await findShown(ctx, positionals[0])
        const machines = (await machinesOn(db, licence.id)).map(toMachine)
        const { keyHint, ...rest } = publicPart(licence, await findOrderNumber(db, licence.id))
        const key = values.reveal ? { key: await readKey(db, licence.id, keyring) } : { keyHint }
        const imported = (await findImported(db, [licence.id])).get(licence.id)
        const from = imported && {
          importedFrom: imported.from,
          oldOrder: imported.order,
          oldKeyHint: imported.oldKeyHint,
        }
        const details = viewDetails(licence, pricing)
        const shown = { ...rest, ...key, ...details, ...from, machines }
        const { timeZone } = library.typed.site.company
        const facts = {
          ...shown,
          ...('keyHint' in shown && { keyHint: describeKey(keyHint) }),
          status: stateInText(shown.status),
          updatesUntil: dayIn(timeZone, shown.updatesUntil),
          createdAt: timeText(timeZone, shown.createdAt),
          entitlements: details.entitlements.join(', '),
          metadata: Object.entries(details.metadata)
            .map(([name, value]) => `${name}=${value}`)
            .join(', '),
          machines: machines.length,
        }
        const lines = [
          ...Object.entries(facts).map(([label, value]) => `${label.padEnd(14)}${value ?? ''}`),
          ...machines.map(
            ({ activation, machineId, name, activatedAt }) =>
              `  ${activation}  ${machineId}  ${name ?? ''}  since ${timeText(timeZone, activatedAt)}`,
          ),
        ]
        return print(values.json, shown, lines.join('\n'))
      })
    },
  },
  issue: issueLicence,
  ...commandsOf(licencesApi, subject, {
    revoke: {
      isFinal: true,
      plan: ({ id, plan, key_hint: hint, email }) =>
        `revoke ${id}, ${plan}, key ${describeKey(hint)}, of ${shownEmail(email)}`,
      fields: ({ key_hint: confirm }) => ({ confirm }),
    },
    enrol: {
      printed: (answer) => {
        const { enrolmentId, token } = answer as z.infer<typeof enrolledSchema>
        return { enrolmentId, token }
      },
    },
    'end-enrolment': { options: { enrolmentId: 'ENROLMENT' } },
  }),
  enrolments: {
    usage: 'licences enrolments ID|KEY|- [--reveal] [--json]',
    summary:
      'Lists the tokens that nobody ended, and how many machines each has on; whole with --reveal alone.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, reveal: flag }, 1)
      return withDatabase(async (ctx) => {
        const { db } = ctx.database
        const { id } = await subject.find(ctx, positionals[0])
        const rows = await listEnrolments(db, [id])
        const secrets = await ctx.keyring.secrets(db)
        const shown = rows.map((row) => (values.reveal ? viewOwnEnrolment(row, secrets) : viewEnrolment(row)))
        const lines = shown.map(({ id, tokenHint, seats, lastDay, ...rest }) => {
          const token = ('token' in rest && rest.token) || `token ${describeKey(tokenHint)}`
          return [id, token, `${seats.used}/${seats.limit}`, `until ${lastDay}`].join('  ')
        })
        return print(values.json, shown, lines.join('\n') || 'No tokens.')
      })
    },
  },
  'forget-machines': {
    usage: 'licences forget-machines ID|KEY|- [--json]',
    summary: 'Forgets the machines that a licence was on, so that new ones needn’t wait.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withShop(async (ctx) => {
        const { id } = await subject.find(ctx, positionals[0])
        const forgotten = await forget(ctx, id, { who: commandLine })
        const told = `${id}: ${forgotten} ${forgotten === 1 ? 'machine is' : 'machines are'} forgotten.`
        return print(values.json, { id, forgotten }, told)
      })
    },
  },
  'release-seat': {
    usage: 'licences release-seat ID|KEY|- MACHINE|ACTIVATION [--json]',
    summary: 'Frees a machine’s seat, such as that of a laptop that is lost.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 2)
      const [, machine] = positionals
      if (!machine) throw new UsageError(`Which machine? ${licences['release-seat'].usage}`)
      return withShop(async (ctx) => {
        const { id } = await subject.find(ctx, positionals[0])
        const released = await release(ctx, id, machine, { who: commandLine }).then(
          () => true,
          (error) => {
            if (!(error instanceof AppError) || error.code !== 'activation_not_found') throw error
            return false
          },
        )
        if (values.json || released) print(values.json, { id, released }, `${machine} is released.`)
        else console.error(`${machine} holds no seat of ${id}.`)
        return released ? 0 : 1
      })
    },
  },
} satisfies Record<string, Command>

/** Also finds what search finds, such as the end of another shop's key, if only one licence matches. */
async function findShown(
  ctx: Parameters<typeof subject.find>[0],
  name: string | undefined,
): Promise<LicenceRow> {
  try {
    return await subject.find(ctx, name)
  } catch (error) {
    const filter = { q: name === '-' ? undefined : name }
    const { rows } = filter.q
      ? await listLicencesPage(ctx.database, filter, { after: null, limit: 2, sort: '-createdAt' })
      : { rows: [] }
    const [found, another] = rows
    if (!found) throw error
    if (another) throw new Error(`Several licences fit. See npm run admin -- licences list --q "${name}"`)
    return found
  }
}

/** Omits the key, because others may see the operator's screen. */
function publicPart(licence: LicenceRow, order: string | null) {
  return {
    id: licence.id,
    status: licence.status,
    plan: licence.plan,
    /** Null for a licence without an order. */
    order,
    keyHint: licence.key_hint,
    seats: licence.seat_limit,
    updatesUntil: licence.updates_until,
    name: licence.licensed_company ?? licence.licensed_name,
    email: shownEmail(licence.email),
    createdAt: licence.created_at,
  }
}

function toMachine(row: ActivationRow) {
  return {
    activation: row.id,
    machineId: row.machine_id,
    name: row.machine_name,
    os: row.machine_os,
    appVersion: row.app_version,
    activatedAt: row.activated_at,
    seenAt: row.seen_at,
  }
}
