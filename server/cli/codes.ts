import { dayIn } from '#shared/calendar/calendar.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { stateInText } from '#shared/desk/words.ts'
import { tidyCode } from '#shared/pricing/codes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { codesApi } from '../desk/codes/api.ts'
import { viewCode } from '../desk/codes/view-code.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import type { DiscountCodeRow } from '../runtime/db/rows/codes.ts'
import { type CodeWithUses, listCodes } from '../shop/codes/codes.ts'
import { type Command, flag, print } from './command.ts'
import { commandsOf, type Subject } from './from-endpoints.ts'
import { withShop } from './open.ts'

const subject: Subject<CodeWithUses & { id: string }> = {
  word: 'CODE',
  async find({ database, clock }, name) {
    if (!name) throw new UsageError('Which code? Such as: codes end CREW10')
    const wanted = tidyCode(name)
    const found = (await listCodes(database.db, clock())).find(({ code }) => code === wanted)
    if (!found) throw new Error(`There is no code ${wanted}.`)
    return { ...found, id: found.code }
  },
  toJson: viewCode,
  toText: (row, { library }, verb) =>
    verb === 'end'
      ? `${row.code} has ended.`
      : `Added ${row.code}: ${describe(row, library.typed.pricing.currency)}.`,
}

export const codes = {
  list: {
    usage: 'codes list [--json]',
    summary: 'Lists the codes, the latest first: what they take off, when, and how often they were used.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      return withShop(async ({ database, library, clock }) => {
        const rows = await listCodes(database.db, clock())
        const { currency } = library.typed.pricing
        const today = dayIn(library.typed.site.company.timeZone, clock())
        const stateOf = (row: CodeWithUses) => stateInText(stateOfCode(viewCode(row), today))
        const lines = rows.map((row) =>
          [row.code, stateOf(row).padEnd(7), describe(row, currency), usesOf(row)].join('  '),
        )
        return print(values.json, rows.map(viewCode), lines.join('\n') || 'No codes.')
      })
    },
  },
  ...commandsOf(codesApi, subject, {
    end: {
      isFinal: true,
      plan: (row) => `end ${row.code}, ${usesOf(row)}`,
      fields: ({ code: confirm }) => ({ confirm }),
    },
  }),
} satisfies Record<string, Command>

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
