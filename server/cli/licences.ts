import { dayIn, minuteIn } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { licenceStatuses, seatsSchema } from '#shared/desk/requests.ts'
import { describeKey, stateInText } from '#shared/desk/words.ts'
import { emailSchema } from '#shared/text/text-fields.ts'
import { listLicencesPage } from '../desk/licences/list-licences.ts'
import {
  type By,
  forget,
  type LicenceActs,
  move,
  release,
  replaceKey,
  setSeats,
  setStatus,
  setUpdatesUntil,
} from '../licences/licensing/acts.ts'
import { findOrderNumber, getLicence, readKey } from '../licences/licensing/look-up.ts'
import { findBusyLicences } from '../licences/licensing/machine-moves.ts'
import { machinesOn } from '../licences/licensing/seats.ts'
import {
  choiceOf,
  orStandardInput,
  readArguments,
  readNumber,
  readValue,
  wholeNumber,
} from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import type { ActivationRow, LicenceRow } from '../runtime/db/rows/licences.ts'
import { AppError } from '../web/http/errors.ts'
import type { Command } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { issueLicence } from './issue-licence.ts'
import { withDatabase } from './open.ts'

export const licences = {
  list: {
    usage:
      'licences list [--status active|suspended|revoked] [--email ADDRESS] [--q TEXT] [--busy] [--limit N] [--json]',
    summary:
      'Lists licences, the newest first; 50 unless told. --q finds what search finds; --busy those that move so often that new machines wait, or soon will.',
    run: list,
  },
  show: {
    usage: 'licences show ID|KEY|- [--reveal] [--json]',
    summary:
      'Shows a licence and its machines; the whole key with --reveal alone. - reads the key from standard input.',
    run: show,
  },
  issue: issueLicence,
  suspend: act('suspend', '', 'Suspends a licence: it can’t be activated, verdicts say so.', (ctx, id, by) =>
    setStatus(ctx, id, 'suspended', by),
  ),
  reinstate: act('reinstate', '', 'Makes a suspended licence active again.', (ctx, id, by) =>
    setStatus(ctx, id, 'active', by),
  ),
  revoke: {
    usage: `licences revoke ID|KEY|- [--reason TEXT] ${finalUsage} [--json]`,
    summary: 'Revokes a licence, for good.',
    run: revoke,
  },
  'replace-key': act(
    'replace-key',
    '',
    'Gives a licence a new key and mails it; the old one is refused. Once a day.',
    replaceKey,
  ),
  seats: act('seats', ' N', 'Sets on how many machines a licence may be at once.', (ctx, id, by, value) =>
    setSeats(ctx, id, readNumber(seatsSchema.shape.limit, value, 'N'), by),
  ),
  'updates-until': act(
    'updates-until',
    ' DAY',
    'Sets the last day of a licence’s updates.',
    (ctx, id, by, value) => setUpdatesUntil(ctx, id, readValue(daySchema, value, 'DAY'), by),
  ),
  move: act(
    'move',
    ' EMAIL',
    'Hands a licence to another address at once and for good; both are told. The new owner gets a new key, and the old one is refused, unless --keep-key keeps it.',
    (ctx, id, by, value, flags) =>
      move(ctx, id, { email: readValue(emailSchema, value, 'EMAIL'), keepKey: flags.has('keep-key') }, by),
    ['keep-key'],
  ),
  'forget-machines': {
    usage: 'licences forget-machines ID|KEY|- [--json]',
    summary: 'Forgets the machines that a licence was on, so that new ones needn’t wait.',
    run: forgetAll,
  },
  'release-seat': {
    usage: 'licences release-seat ID|KEY|- MACHINE|ACTIVATION [--json]',
    summary: 'Frees a machine’s seat, such as that of a laptop that is lost.',
    run: releaseMachine,
  },
} satisfies Record<string, Command>

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

async function list(args: string[]): Promise<number> {
  const options = {
    json,
    status: text,
    email: text,
    q: text,
    busy: { type: 'boolean', default: false },
    limit: { ...text, default: '50' },
  } as const
  const { values } = readArguments(args, options)
  const limit = wholeNumber('--limit', values.limit)
  const status = choiceOf('--status', values.status, licenceStatuses)
  return withDatabase(async ({ database, library, clock }) => {
    const busy = values.busy ? await findBusyLicences(database.db, library.typed.site, clock()) : undefined
    const filter = { status, email: values.email, q: values.q, ids: busy?.map(({ id }) => id) }
    const rows = await firstRows((page) => listLicencesPage(database, filter, page), limit)
    const shown = rows.map((row) => ({
      ...publicPart(row, row.orderNumber),
      used: row.used,
      moves: busy?.find(({ id }) => id === row.id),
    }))
    if (values.json) return print(shown)
    if (shown.length === 0) console.log('No licences.')
    for (const { id, status, plan, keyHint, seats, used, name, email, order, moves } of shown) {
      const lately = moves ? [`lately on ${moves.machines} of ${moves.allowed} machines`] : []
      console.log(
        [
          id,
          stateInText(status),
          plan,
          `key ${describeKey(keyHint)}`,
          `${used}/${seats}`,
          order ?? 'no order',
          ...lately,
          `${name} <${email}>`,
        ].join('  '),
      )
    }
    return 0
  })
}

async function show(args: string[]): Promise<number> {
  const options = { json, reveal: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const name = await named(positionals)
  return withDatabase(async ({ database: { db }, keyring, library }) => {
    const licence = await getLicence(db, name, keyring)
    const machines = (await machinesOn(db, licence.id)).map(toMachine)
    const key = values.reveal ? { key: await readKey(db, licence.id, keyring) } : {}
    const { keyHint, ...rest } = publicPart(licence, await findOrderNumber(db, licence.id))
    const shown = { ...rest, ...(values.reveal ? key : { keyHint }), machines }
    if (values.json) return print(shown)
    const { timeZone } = library.typed.site.company
    const facts = {
      ...shown,
      ...('keyHint' in shown && { keyHint: describeKey(keyHint) }),
      status: stateInText(shown.status),
      updatesUntil: dayIn(timeZone, shown.updatesUntil),
      createdAt: minuteIn(timeZone, shown.createdAt),
      machines: machines.length,
    }
    for (const [label, value] of Object.entries(facts)) {
      console.log(`${label.padEnd(14)}${value ?? ''}`)
    }
    for (const { activation, machineId, name, activatedAt } of machines) {
      console.log(`  ${activation}  ${machineId}  ${name ?? ''}  since ${minuteIn(timeZone, activatedAt)}`)
    }
    return 0
  })
}

async function revoke(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { json, reason: text, ...finalOptions }, 1)
  const name = await named(positionals)
  return withDatabase(async (ctx) => {
    const { id, plan, key_hint: hint, email } = await getLicence(ctx.database.db, name, ctx.keyring)
    if (!(await mayGoOn(`revoke ${id}, ${plan}, key ${describeKey(hint)}, of ${email}`, id, values))) return 0
    await setStatus(ctx, id, 'revoked', { who: commandLine, reason: values.reason })
    return tell(ctx, id, values.json)
  })
}

type Act = (ctx: LicenceActs, id: string, by: By, value: string, flags: Set<string>) => Promise<void>

/** @param argument follows the licence, with a leading space @param flags options of this command alone */
function act(verb: string, argument: string, summary: string, run: Act, flags: string[] = []): Command {
  const own = flags.map((flag) => ` [--${flag}]`).join('')
  const usage = `licences ${verb} ID|KEY|-${argument}${own} [--reason TEXT] [--json]`
  return {
    usage,
    summary,
    async run(args) {
      const options = Object.fromEntries(flags.map((flag) => [flag, json]))
      const { values, positionals } = readArguments(
        args,
        { ...options, json, reason: text },
        argument ? 2 : 1,
      )
      const [, value = ''] = positionals
      const given = new Set(flags.filter((flag) => Object(values)[flag] === true))
      if (argument && !value) throw new Error(`Which${argument}? ${usage}`)
      const name = await named(positionals)
      return withDatabase(async (ctx) => {
        const { id } = await getLicence(ctx.database.db, name, ctx.keyring)
        await run(ctx, id, { who: commandLine, reason: values.reason }, value, given)
        return tell(ctx, id, values.json)
      })
    },
  }
}

async function tell({ database: { db } }: LicenceActs, id: string, json: boolean): Promise<number> {
  const licence = await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { status, email, seat_limit: seats, updates_until: updatesUntil, key_hint: keyHint } = licence
  if (json) return print({ id, status, keyHint, seats, updatesUntil, email })
  console.log(`${id} is ${stateInText(status)}.`)
  return 0
}

async function releaseMachine(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { json }, 2)
  const [, machine] = positionals
  if (!machine) throw new Error(`Which machine? ${licences['release-seat'].usage}`)
  const name = await named(positionals)
  return withDatabase(async (ctx) => {
    const { id } = await getLicence(ctx.database.db, name, ctx.keyring)
    const held = machine.startsWith('act_') ? { activationId: machine } : { machineId: machine }
    const released = await release(ctx, id, held, { who: commandLine }).then(
      () => true,
      (error) => {
        if (!(error instanceof AppError) || error.code !== 'activation_not_found') throw error
        return false
      },
    )
    if (values.json) print({ id, released })
    else if (released) console.log(`${machine} is released.`)
    else console.error(`${machine} holds no seat of ${id}.`)
    return released ? 0 : 1
  })
}

async function forgetAll(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { json }, 1)
  const name = await named(positionals)
  return withDatabase(async (ctx) => {
    const { id } = await getLicence(ctx.database.db, name, ctx.keyring)
    const forgotten = await forget(ctx, id, { who: commandLine })
    if (values.json) return print({ id, forgotten })
    console.log(`${id}: ${forgotten} ${forgotten === 1 ? 'machine is' : 'machines are'} forgotten.`)
    return 0
  })
}

/** Leaves out the key, because others may see the operator's screen. */
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
    email: licence.email,
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

async function named([argument = '']: string[]): Promise<string> {
  const name = await orStandardInput(argument)
  if (!name)
    throw new Error('Which licence? Name its id or its key, or give - and the key on standard input.')
  return name
}

function print(value: unknown): number {
  console.log(JSON.stringify(value, null, 2))
  return 0
}
