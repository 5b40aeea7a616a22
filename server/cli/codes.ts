import { dayIn } from '#shared/calendar/calendar.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { stateInText } from '#shared/desk/words.ts'
import { newCodeSchema, tidyCode } from '#shared/pricing/codes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { viewCode } from '../desk/codes/view-code.ts'
import { readArguments, readFields, sumOf, wholeNumber } from '../runtime/arguments.ts'
import type { DiscountCodeRow } from '../runtime/db/rows/codes.ts'
import { addCode, type CodeWithUses, endCode, listCodes, requireLasting } from '../shop/codes/codes.ts'
import type { Command } from './command.ts'
import { withShop } from './open.ts'

export const codes = {
  add: {
    usage:
      'codes add CODE --percent N | --amount 458.00 [--skus SKU,…] [--for new|renewal|any] [--from DAY] [--to DAY] [--max-uses N] [--max-uses-per-address N] [--note TEXT] [--json]',
    summary:
      'Adds a discount code; for new licences unless told. Both days count, by the company’s calendar.',
    run: add,
  },
  list: {
    usage: 'codes list [--json]',
    summary: 'Lists the codes, the latest first: what they take off, when, and how often they were used.',
    run: list,
  },
  end: {
    usage: 'codes end CODE [--json]',
    summary: 'Ends a code now. Orders that were placed with it keep their price.',
    run: end,
  },
} satisfies Record<string, Command>

const text = { type: 'string' } as const
const json = { json: { type: 'boolean', default: false } } as const

async function add(args: string[]): Promise<number> {
  const options = {
    ...json,
    percent: text,
    amount: text,
    skus: text,
    for: text,
    from: text,
    to: text,
    'max-uses': text,
    'max-uses-per-address': text,
    note: text,
  } as const
  const { values, positionals } = readArguments(args, options, 1)
  const number = (name: 'percent' | 'max-uses' | 'max-uses-per-address') =>
    values[name] === undefined ? undefined : wholeNumber(`--${name}`, values[name])
  const fields = {
    code: positionals[0] ?? '',
    percent: number('percent'),
    amount: values.amount === undefined ? undefined : sumOf('--amount', values.amount),
    skus: values.skus?.split(','),
    for: values.for,
    from: values.from,
    to: values.to,
    maxUses: number('max-uses'),
    maxUsesPerAddress: number('max-uses-per-address'),
    note: values.note,
  }
  const code = readFields(newCodeSchema, fields, { code: 'CODE' })
  return withShop(async ({ database, library, clock, random }) => {
    const { pricing, site } = library.typed
    requireLasting(code, { now: clock(), timeZone: site.company.timeZone })
    const unknown = code.skus?.filter((sku) => !pricing.products.some((product) => product.sku === sku)) ?? []
    if (unknown.length > 0) throw new Error(`--skus: ${unknown.join(', ')} isn’t sold.`)
    const row = await database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'command line', now: clock(), random }))
    print(values, viewCode(row), `Added ${row.code}: ${describe(row, pricing.currency)}.`)
    return 0
  })
}

async function list(args: string[]): Promise<number> {
  const { values } = readArguments(args, json)
  return withShop(async ({ database, library, clock }) => {
    const rows = await listCodes(database.db, clock())
    const { currency } = library.typed.pricing
    const today = dayIn(library.typed.site.company.timeZone, clock())
    const stateOf = (row: CodeWithUses) => stateInText(stateOfCode(viewCode(row), today))
    const lines = rows.map((row) =>
      [row.code, stateOf(row).padEnd(7), describe(row, currency), usesOf(row)].join('  '),
    )
    print(values, rows.map(viewCode), lines.join('\n') || 'No codes.')
    return 0
  })
}

async function end(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  const [name] = positionals
  if (!name) throw new Error('Which code? Such as: codes end CREW10')
  return withShop(async ({ database, clock, random }) => {
    const row = await database.db
      .transaction()
      .execute((trx) => endCode(trx, tidyCode(name), { who: 'command line', now: clock(), random }))
    print(values, viewCode(row), `${row.code} has ended.`)
    return 0
  })
}

function print({ json }: { json: boolean }, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

function describe(
  { percent, amount, skus, applies_to, from_day, to_day }: DiscountCodeRow,
  currency: string,
) {
  const kinds = { new: 'new licences', renewal: 'renewals', any: 'everything' }
  return [
    percent === null ? `${formatPrice(amount ?? 0, currency)} off` : `${percent}% off`,
    skus ? `${kinds[applies_to]} of ${JSON.parse(skus).join(', ')}` : kinds[applies_to],
    ...(from_day ? [`from ${from_day}`] : []),
    ...(to_day ? [`to ${to_day}`] : []),
  ].join(', ')
}

function usesOf({ counted, reserved, promised, max_uses }: CodeWithUses): string {
  const used = max_uses === null ? `${counted} used` : `${counted} of ${max_uses} used`
  return `${reserved} held, ${used}, ${promised} quoted`
}
