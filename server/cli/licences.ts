import { dayIn, minuteIn } from '#shared/calendar.ts'
import type { Db } from '../db/database.ts'
import type { ActivationRow, LicenceRow } from '../db/schema.ts'
import { findOrderNumber, getLicence, listLicences, readKey, setStatus } from '../licensing/manage.ts'
import { findBusyLicences } from '../licensing/moves.ts'
import { forgetMachines, machinesOn, releaseSeat } from '../licensing/seats.ts'
import { orStandardInput, readArguments, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { issueLicence } from './issue-licence.ts'
import { withDatabase } from './open.ts'

export const licences = {
  list: {
    usage: 'licences list [--email ADDRESS] [--busy] [--limit N] [--json]',
    summary:
      'Lists licences, the newest first; with --busy those that move so often that new machines wait, or soon will.',
    run: list,
  },
  show: {
    usage: 'licences show ID|KEY|- [--reveal] [--json]',
    summary:
      'Shows a licence and its machines; the whole key with --reveal alone. - reads the key from standard input.',
    run: show,
  },
  issue: issueLicence,
  suspend: changeStatus(
    'suspend',
    'suspended',
    'Suspends a licence: it can’t be activated, verdicts say so.',
  ),
  reinstate: changeStatus('reinstate', 'active', 'Makes a suspended licence active again.'),
  revoke: {
    usage: `licences revoke ID|KEY|- ${finalUsage} [--json]`,
    summary: 'Revokes a licence, for good.',
    run: revoke,
  },
  'forget-machines': {
    usage: 'licences forget-machines ID|KEY|- [--json]',
    summary: 'Forgets the machines that a licence was on, so that new ones needn’t wait.',
    run: forget,
  },
  'release-seat': {
    usage: 'licences release-seat ID|KEY|- MACHINE|ACTIVATION [--json]',
    summary: 'Frees a machine’s seat, such as that of a laptop that is lost.',
    run: release,
  },
} satisfies Record<string, Command>

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

async function list(args: string[]): Promise<number> {
  const options = {
    json,
    email: text,
    busy: { type: 'boolean', default: false },
    limit: { ...text, default: '50' },
  } as const
  const { values } = readArguments(args, options)
  const limit = wholeNumber('--limit', values.limit)
  return withDatabase(async ({ database: { db }, library, clock }) => {
    const busy = values.busy ? await findBusyLicences(db, library.typed.site, clock()) : undefined
    const rows = await listLicences(db, { email: values.email, ids: busy?.map(({ id }) => id), limit })
    const shown = rows.map((row) => ({
      ...publicPart(row, row.orderNumber),
      used: row.used ?? 0,
      moves: busy?.find(({ id }) => id === row.id),
    }))
    if (values.json) return print(shown)
    if (shown.length === 0) console.log('No licences.')
    for (const { id, status, plan, keyHint, seats, used, name, email, order, moves } of shown) {
      const lately = moves ? [`lately on ${moves.machines} of ${moves.allowed} machines`] : []
      console.log(
        [
          id,
          status,
          plan,
          keyHint,
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
  const { values, positionals } = readArguments(args, { json, ...finalOptions }, 1)
  const name = await named(positionals)
  return withDatabase(async ({ database: { db }, keyring }) => {
    const { id, plan, key_hint: hint, email } = await getLicence(db, name, keyring)
    if (!(await mayGoOn(`revoke ${id}, ${plan}, key ${hint}, of ${email}`, id, values))) return 0
    return setAndPrint(db, { id, status: 'revoked' }, values.json)
  })
}

function changeStatus(verb: string, status: LicenceRow['status'], summary: string): Command {
  return {
    usage: `licences ${verb} ID|KEY|- [--json]`,
    summary,
    async run(args) {
      const { values, positionals } = readArguments(args, { json }, 1)
      const name = await named(positionals)
      return withDatabase(async ({ database: { db }, keyring }) => {
        const { id } = await getLicence(db, name, keyring)
        return setAndPrint(db, { id, status }, values.json)
      })
    },
  }
}

async function setAndPrint(
  db: Db,
  { id, status }: Pick<LicenceRow, 'id' | 'status'>,
  json: boolean,
): Promise<number> {
  await setStatus(db, id, status)
  if (json) return print({ id, status })
  console.log(`${id} is ${status}.`)
  return 0
}

async function release(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { json }, 2)
  const [, machine] = positionals
  if (!machine) throw new Error(`Which machine? ${licences['release-seat'].usage}`)
  const name = await named(positionals)
  return withDatabase(async ({ database: { db }, keyring, clock }) => {
    const { id } = await getLicence(db, name, keyring)
    const seated = machine.startsWith('act_') ? { activationId: machine } : { machineId: machine }
    const released = await releaseSeat(db, id, seated, clock())
    if (values.json) return print({ id, released })
    console.log(released ? `${machine} is released.` : `${machine} holds no seat of ${id}.`)
    return 0
  })
}

async function forget(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { json }, 1)
  const name = await named(positionals)
  return withDatabase(async ({ database: { db }, keyring }) => {
    const { id } = await getLicence(db, name, keyring)
    const forgotten = await forgetMachines(db, id)
    if (values.json) return print({ id, forgotten })
    console.log(`${id}: ${forgotten} ${forgotten === 1 ? 'machine is' : 'machines are'} forgotten.`)
    return 0
  })
}

/** What may be shown to whoever looks over the operator's shoulder. */
function publicPart(licence: LicenceRow, order: string | null) {
  return {
    id: licence.id,
    status: licence.status,
    plan: licence.plan,
    /** Its number; null for a licence that was issued without one. */
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
