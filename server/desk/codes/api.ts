import { sql } from 'kysely'
import { z } from 'zod'
import { dayIn } from '#shared/calendar/calendar.ts'
import { codeSchema, type DeskCode, type WholeCode, wholeCodeSchema } from '#shared/desk/code-answers.ts'
import { finalActSchema } from '#shared/desk/requests/acts.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { type NewCode, newCodeSchema, tidyCode } from '#shared/pricing/codes.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { ShopContext } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { addCode, endCode, listCodes, requireLasting } from '../../shop/codes/codes.ts'
import type { Columns } from '../../web/http/csv.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalid } from '../../web/http/parse.ts'
import { checkConfirmation } from '../confirm.ts'
import { keptOf } from '../customers/kept.ts'
import { csv, once, read } from '../endpoints.ts'
import { viewCode } from './view-code.ts'

const codeColumns: Columns<DeskCode & { state: string }> = {
  code: ({ code }) => code,
  percent: ({ percent }) => percent,
  amount: ({ amount }) => (amount === null ? null : { cents: amount }),
  products: ({ skus }) => skus?.join(' ') ?? 'all',
  for: (code) => code.for,
  from: ({ from }) => from,
  to: ({ to }) => to,
  state: ({ state }) => state,
  held: ({ reserved }) => reserved,
  used: ({ counted }) => counted,
  'most uses': ({ maxUses }) => maxUses,
  quoted: ({ promised }) => promised,
  note: ({ note }) => note,
  made: ({ createdAt }, timeZone) => dayIn(timeZone, createdAt),
}

const acted = {
  who: 'codes',
  says: 'The code.',
  answer: z.object({ code: codeSchema }),
  view: ({ ctx }: { ctx: ShopContext }, name: string) => viewNamed(ctx, name),
} as const

export const codesApi = [
  read(deskApiRoutes.codes, {
    who: 'codes',
    summary: 'Discount codes with their uses',
    answer: z.object({ codes: z.array(codeSchema) }),
    run: async ({ ctx }) => ({ codes: (await listCodes(ctx.database.db, ctx.clock())).map(viewCode) }),
  }),
  csv(deskApiRoutes.codesCsv, {
    who: 'codes',
    columns: codeColumns,
    async *rows({ ctx }) {
      const now = ctx.clock()
      const today = dayIn(ctx.library.typed.site.company.timeZone, now)
      const codes = (await listCodes(ctx.database.reader, now)).map(viewCode)
      yield codes.map((code) => ({ ...code, state: stateOfCode(code, today) }))
    },
  }),
  once(deskApiRoutes.codes, {
    ...acted,
    summary: 'Add a discount code',
    command:
      'Adds a discount code, which takes off a percentage or an amount; for new licences unless told. Both days count, by the company’s calendar.',
    input: newCodeSchema,
    status: 201,
    errors: ['code_taken', 'sku_unknown'],
    async run({ ctx, by: { who, bind } }, code) {
      requireSold(ctx, code)
      const acting = { who, ...momentOf(ctx) }
      await ctx.database.db.transaction().execute(async (trx) => {
        await addCode(trx, code, acting)
        await bind(trx, code.code)
      })
    },
  }),
  read(deskApiPatterns.code, {
    who: 'codes',
    summary: 'A discount code, with what it brought and gave',
    answer: wholeCodeSchema,
    errors: ['code_not_found'],
    async run({ ctx, params }) {
      const { code } = await viewNamed(ctx, tidyCode(params.code.slice(0, 100)))
      return { ...code, ...(await sumUses(ctx.database.reader, code.code)) }
    },
  }),
  once('/api/desk/codes/:code/end', {
    ...acted,
    setsState: true,
    summary: 'End a discount code; `confirm`, if sent, is its name',
    command: 'Ends a code now. Orders that were placed with it keep their price.',
    input: finalActSchema,
    errors: ['code_not_found', 'confirmation_required'],
    async run({ ctx, params, by: { who, bind } }, { confirm }) {
      const acting = { who, ...momentOf(ctx) }
      const name = tidyCode(params.code.slice(0, 100))
      checkConfirmation(name, confirm, (await viewNamed(ctx, name)).code)
      await ctx.database.db.transaction().execute(async (trx) => {
        await endCode(trx, name, acting)
        await bind(trx, name)
      })
    },
  }),
]

/** @throws AppError 422 if the last day has passed, or a product isn't sold */
function requireSold({ library, clock }: ShopContext, code: NewCode): void {
  const { pricing, site } = library.typed
  requireLasting(code, { now: clock(), timeZone: site.company.timeZone })
  const unknown = code.skus?.find((sku) => !pricing.products.some((product) => product.sku === sku))
  if (unknown === undefined) return
  throw invalid([{ pointer: '/skus', code: 'sku_unknown', detail: `${unknown} isn’t sold.` }], 'sku_unknown')
}

async function viewNamed({ database, clock }: ShopContext, name: string) {
  const found = (await listCodes(database.db, clock())).find(({ code }) => code === name)
  if (!found) throw new AppError(404, 'code_not_found', 'There is no such code.')
  return { code: viewCode(found) }
}

/** Counts only uses that were paid. */
function sumUses(db: Db, code: string): Promise<Pick<WholeCode, 'orders' | 'brought' | 'gave'>> {
  return db
    .selectFrom('code_uses')
    .innerJoin('orders', 'orders.id', 'code_uses.order_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      keptOf.as('brought'),
      sql<number>`coalesce(sum(case when counted_at is null then 0 else code_uses.discount end), 0)`.as(
        'gave',
      ),
    ])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
}
