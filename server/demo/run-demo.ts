import type { SendMailOptions } from 'nodemailer'
import { addDays, dayIn, dayMs } from '#shared/calendar/calendar.ts'
import type { AddedRole } from '#shared/desk/roles.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { latestForAll } from '#shared/releases/offered-to.ts'
import type { Config } from '../config.ts'
import { type AppContext, createContext } from '../context.ts'
import { addMember, endMember } from '../desk/sign-in/members.ts'
import { createToken, mostDays } from '../desk/sign-in/tokens.ts'
import { startTrial } from '../licences/licensing/trial.ts'
import { changeOffer } from '../licences/releases/offers.ts'
import { remind } from '../licences/reminders/remind.ts'
import { mailDelivery } from '../mails.ts'
import { deliverNext } from '../messages/mail/deliver.ts'
import { setAside } from '../messages/mail/outbox.ts'
import type { SmtpError } from '../messages/mail/transport.ts'
import { commandLine } from '../runtime/audit.ts'
import type { Database } from '../runtime/db/database.ts'
import { prepareSchema } from '../runtime/db/migrate.ts'
import { openReady } from '../runtime/db/open-ready.ts'
import { markDemonstration } from '../runtime/demonstration.ts'
import { createLog } from '../runtime/log.ts'
import { momentOf } from '../runtime/moment.ts'
import { StartError } from '../runtime/start-error.ts'
import { addCode } from '../shop/codes/codes.ts'
import { followTransfers } from '../shop/orders/follow-transfers.ts'
import { createAgenda } from './agenda.ts'
import { write } from './correspondence.ts'
import { createDemoPayments } from './demo-payments.ts'
import { createDice, type Dice } from './dice.ts'
import { bringEarlierCustomers } from './earlier-customers.ts'
import { planLastWeeks, wrongAddress } from './last-weeks.ts'
import { createMachine, createPeople, helpers, staff } from './people.ts'
import { createShopLife, demoCodes } from './shop-life.ts'

type DemoOptions = {
  /** Number of carts. Renewals, upgrades and seats are additional. */
  orders: number
  seed: number
  /** End of the two years. */
  end: Date
}

/** Fills an empty database with two years of sales. @returns the number of rows by kind @throws StartError if it isn't empty */
export async function runDemo(config: Config, { orders, seed, end }: DemoOptions): Promise<Counts> {
  const start = new Date(end.getTime() - 730 * dayMs)
  // Separate generators, so that changing one part leaves the others unchanged.
  const [dice, earlier] = [createDice(seed), createDice(seed + 1)]
  const [post, late, tries] = [createDice(seed + 2), createDice(seed + 3), createDice(seed + 4)]
  const agenda = createAgenda(start, end)
  const payments = createDemoPayments()
  const log = createLog({ logLevel: 'fatal' })
  // Marks the database first, so that nothing is sent even if this breaks off.
  const database = await openReady(config, async (opened) => {
    await prepareSchema(opened, log)
    await requireEmpty(opened)
    await markDemonstration(opened.db)
  })
  const ctx = await createContext(config, {
    log,
    database,
    clock: agenda.clock,
    payments,
    verifier: { verify: async () => 'ok' },
  })
  try {
    agenda.plan(start.getTime(), () => addCodes(ctx))
    agenda.plan(start.getTime(), () => addStaff(ctx))
    agenda.plan(end.getTime() - 90 * dayMs, () => endStaff(ctx))
    for (const [days, rollout] of [
      [9, 25],
      [5, 100],
    ] as const)
      agenda.plan(end.getTime() - days * dayMs, () => rollOut(ctx, rollout))
    const { buy } = createShopLife({ ...ctx, payments }, agenda, dice)
    const earlierLife = createShopLife({ ...ctx, payments }, agenda, earlier)
    const before = { count: Math.ceil(orders / 4), now: start }
    agenda.plan(start.getTime(), () => bringEarlierCustomers(ctx, earlierLife, earlier, before))
    const createPerson = createPeople(dice)
    // Favours late times, because the shop grows.
    const sometime = () => start.getTime() + 730 * dayMs * Math.sqrt(dice.roll())
    for (let count = 0; count < orders; count += 1) {
      const person = createPerson()
      const at = sometime()
      const tried = tries.chance(0.4) ? createMachine(tries) : undefined
      if (tried) agenda.plan(at - tries.between(1, 12) * dayMs, () => startTrial(ctx, { machine: tried }))
      if (tries.chance(0.8))
        agenda.plan(at + tries.between(-20, 20) * dayMs, () =>
          startTrial(ctx, { machine: createMachine(tries) }),
        )
      agenda.plan(at, () => buy(person, tried))
      if (dice.chance(0.25))
        agenda.plan(at + dice.between(-5, 60) * dayMs, () => write(ctx, person, { agenda, dice }))
    }
    const createVisitor = createPeople(late, 2 * orders)
    for (const days of [2, 1, 0.3])
      agenda.plan(end.getTime() - days * dayMs, () =>
        write(ctx, createVisitor(), { agenda, dice: late, waits: true }),
      )
    const lateLife = createShopLife({ ...ctx, payments }, agenda, late)
    planLastWeeks({ ...ctx, payments }, lateLife, { agenda, end, createPerson: createVisitor })
    for (let at = start.getTime(); at < end.getTime(); at += 7 * dayMs) agenda.plan(at, () => remind(ctx))
    for (let at = start.getTime(); at < end.getTime(); at += dayMs)
      agenda.plan(at, () => followTransfers(ctx))
    for (let at = start.getTime(); at < end.getTime() - 7 * dayMs; at += 7 * dayMs)
      agenda.plan(at, () => tidyMails(ctx))
    const deliver = createPostOffice(ctx, post)
    await agenda.run(deliver)
    await remind(ctx)
    await deliver()
    return await countRows(ctx.database)
  } finally {
    await ctx.close()
  }
}

/** Staff write to people with a wrong address. */
async function tidyMails(ctx: AppContext): Promise<void> {
  const { db } = ctx.database
  const dead = await db.selectFrom('mails').select('id').where('status', '=', 'dead').execute()
  const why = { reason: 'Wrote to the company instead.', ...staff }
  for (const mail of dead) await db.transaction().execute((trx) => setAside(trx, mail, why, momentOf(ctx)))
}

async function addCodes(ctx: AppContext): Promise<void> {
  const { launch, school, fair } = demoCodes
  const today = dayIn(ctx.library.typed.site.company.timeZone, ctx.clock())
  for (const code of [
    { code: launch, percent: 10, note: 'Demonstration of a code' },
    { code: school, percent: 20, note: 'Demonstration of a code for schools' },
    { code: fair, amount: 2000, to: addDays(today, 30), note: 'Demonstration of a code that ended' },
  ])
    await ctx.database.db
      .transaction()
      .execute((trx) => addCode(trx, newCodeSchema.parse(code), { ...staff, ...momentOf(ctx) }))
}

const former = 'demonstration.former@example.com'

/** The bookkeeper's program has an access token. */
async function addStaff(ctx: AppContext): Promise<void> {
  const { db } = ctx.database
  const adding = { ...staff, site: ctx.library.typed.site }
  const members = [...Object.entries(helpers), ['support', former]] as [AddedRole, string][]
  for (const [role, email] of members)
    await db.transaction().execute((trx) => addMember(trx, { email, role, ...adding }, momentOf(ctx)))
  const token = { email: helpers.books, days: mostDays, scopes: ['books:read'], who: commandLine }
  await createToken(db, token, momentOf(ctx))
}

function endStaff(ctx: AppContext): Promise<void> {
  const ending = { email: former, ...staff, site: ctx.library.typed.site }
  return ctx.database.db.transaction().execute((trx) => endMember(trx, ending, momentOf(ctx)))
}

/** Offers the newest version to a small share first. */
async function rollOut(ctx: AppContext, rollout: number): Promise<void> {
  const { filed = ctx.library.typed.releases } = ctx.library.typed
  const newest = latestForAll(filed)
  await ctx.database.db
    .transaction()
    .execute((trx) => changeOffer(trx, newest, { ...staff, rollout }, momentOf(ctx)))
}

/**
 * Environment variables that open the demonstration, overriding any others.
 * @param dir folder of its database
 */
export function howToOpen(dir: string): string {
  const onIt = `DATABASE_URL= DATABASE_URL_FILE= DATA_DIR=${dir}`
  return [
    `Start the site on it: ${onIt} npm start`,
    `Open its desk as staff of site.yml: ${onIt} npm run admin -- desk link you@example.com`,
  ].join('\n')
}

/** Protects a real shop's database from being marked. */
async function requireEmpty(database: Database): Promise<void> {
  const [found] = Object.entries(await countRows(database)).find(([, count]) => count > 0) ?? []
  if (!found) return
  const what = found.replaceAll('_', ' ')
  throw new StartError(`There are ${what} already, so no demonstration is added. Name an empty folder.`)
}

/** Renders due mails without sending them. A few servers refuse, some because of a wrong address. */
function createPostOffice(ctx: AppContext, dice: Dice): () => Promise<void> {
  const delivery = {
    ...mailDelivery(ctx),
    transport: {
      async send(_id: string, { to }: SendMailOptions) {
        const { address } = to as { address: string }
        if (address !== wrongAddress && dice.chance(0.996)) return 250
        const refusal: SmtpError = new Error('550 5.1.1 Demonstration: there is no such mailbox')
        throw Object.assign(refusal, { permanent: true, command: 'RCPT TO', responseCode: 550 })
      },
    },
  }
  return async () => {
    while (await deliverNext(delivery));
  }
}

const counted = [
  'orders',
  'licences',
  'imported_licences',
  'licence_changes',
  'invoices',
  'activations',
  'messages',
  'quotes',
  'code_uses',
  'trials',
  'statements',
  'mails',
] as const

export type Counts = Record<(typeof counted)[number], number>

async function countRows({ db }: Database): Promise<Counts> {
  const counts = {} as Counts
  for (const table of counted) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}
