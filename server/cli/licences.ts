import { emailSchema, required } from '#shared/text-fields.ts'
import { readPricing, siteVariables } from '../content/site.ts'
import type { ActivationRow, LicenceRow } from '../db/schema.ts'
import { addMonths } from '../licensing/add-months.ts'
import { getLicence, listLicences, readKey, setStatus } from '../licensing/manage.ts'
import { findBusyLicences } from '../licensing/moves.ts'
import { grantLicence } from '../licensing/new-licence.ts'
import { forgetMachines, machinesOn, releaseSeat } from '../licensing/seats.ts'
import { orStandardInput, readArguments, readValue, wholeNumber } from './arguments.ts'
import type { Command } from './main.ts'
import { type CommandContext, withDatabase } from './open.ts'

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
  issue: {
    usage: 'licences issue --sku SKU --name NAME --email ADDRESS [--company NAME] [--seats N] [--json]',
    summary: 'Gives a licence of a product without an order, and shows its key.',
    run: issue,
  },
  suspend: changeStatus(
    'suspend',
    'suspended',
    'Suspends a licence: it can’t be activated, verdicts say so.',
  ),
  reinstate: changeStatus('reinstate', 'active', 'Makes a suspended licence active again.'),
  revoke: changeStatus('revoke', 'revoked', 'Revokes a licence, for good.'),
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
  return withDatabase(async ({ database: { db }, site, clock }) => {
    const busy = values.busy ? await findBusyLicences(db, site, clock()) : undefined
    const rows = await listLicences(db, { email: values.email, ids: busy?.map(({ id }) => id), limit })
    const shown = rows.map((row) => ({
      ...publicPart(row),
      used: row.used ?? 0,
      moves: busy?.find(({ id }) => id === row.id),
    }))
    if (values.json) return print(shown)
    for (const { id, status, plan, keyHint, seats, used, name, email, moves } of shown) {
      const lately = moves ? [`lately on ${moves.machines} of ${moves.allowed} machines`] : []
      console.log([id, status, plan, keyHint, `${used}/${seats}`, ...lately, `${name} <${email}>`].join('  '))
    }
    return 0
  })
}

async function show(args: string[]): Promise<number> {
  const options = { json, reveal: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const name = await named(positionals)
  return withDatabase(async ({ database: { db }, keyring }) => {
    const licence = await getLicence(db, name, keyring)
    const machines = (await machinesOn(db, licence.id)).map(toMachine)
    const key = values.reveal ? { key: await readKey(db, licence.id, keyring) } : {}
    const { keyHint, ...rest } = publicPart(licence)
    const shown = { ...rest, ...(values.reveal ? key : { keyHint }), machines }
    if (values.json) return print(shown)
    for (const [label, value] of Object.entries({ ...shown, machines: machines.length })) {
      console.log(`${label.padEnd(14)}${value ?? ''}`)
    }
    for (const { activation, machineId, name, activatedAt } of machines) {
      console.log(`  ${activation}  ${machineId}  ${name ?? ''}  since ${activatedAt}`)
    }
    return 0
  })
}

async function issue(args: string[]): Promise<number> {
  const options = { json, sku: text, name: text, email: text, company: text, seats: text } as const
  const { values } = readArguments(args, options)
  const { sku, name, email, company } = values
  if (!sku || !name || !email)
    throw new Error(`--sku, --name and --email are needed: ${licences.issue.usage}`)
  const licensed = {
    licensed_name: readValue(required(100, 'Enter a name.'), name, '--name'),
    licensed_company: company ? readValue(required(200, 'Enter a company.'), company, '--company') : null,
    email: readValue(emailSchema, email, '--email'),
  }
  return withDatabase(async (ctx) => {
    const product = findProduct(ctx, sku)
    const grant = {
      sku,
      plan: product.name,
      seat_limit: values.seats === undefined ? product.licence.seats : wholeNumber('--seats', values.seats),
      updates_until: addMonths(ctx.clock(), product.licence.updatesMonths).toISOString(),
      ...licensed,
    }
    const { keyring, random, clock, site } = ctx
    const issuing = { keyring, random, now: clock(), prefix: site.licenceKeyPrefix }
    const { id, key } = await grantLicence(ctx.database.db, grant, issuing)
    if (values.json) return print({ id, key })
    console.log(`${id}\n${key}`)
    return 0
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
        await setStatus(db, id, status)
        if (values.json) return print({ id, status })
        console.log(`${id} is ${status}.`)
        return 0
      })
    },
  }
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
function publicPart(licence: LicenceRow) {
  return {
    id: licence.id,
    status: licence.status,
    plan: licence.plan,
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

function findProduct({ config, site }: CommandContext, sku: string) {
  const { products } = readPricing(config.contentDir, siteVariables(site))
  const product = products.find((one) => one.sku === sku)
  if (product) return product
  throw new Error(`There is no product "${sku}", only ${products.map((one) => one.sku).join(', ')}.`)
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
