import { dayIn } from '#shared/calendar/calendar.ts'
import type { SearchAnswer, SearchResult } from '#shared/desk/answers.ts'
import { allRights } from '#shared/desk/scopes.ts'
import { searchKinds, stateInText } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { search as findAll } from '../desk/search/search.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import { type Command, flag, print } from './command.ts'
import { withDatabase } from './open.ts'

export const search: Command = {
  usage: 'search TEXT… [--json]',
  summary:
    'Finds orders, quotes, licences, codes, people, messages and notes, as the desk does: by number, name, e-mail, company, purchase order, sum, machine, version or any part of a key.',
  async run(args) {
    const { values, positionals } = readArguments(args, { json: flag }, Number.POSITIVE_INFINITY)
    const text = positionals.join(' ')
    if (!text) throw new UsageError(`What for? ${search.usage}`)
    return withDatabase(async (ctx) => {
      const answer = await findAll(ctx, text, allRights)
      return print(values.json, answer, toText(answer, ctx.library.typed.site.company.timeZone))
    })
  },
}

function toText({ results, more }: SearchAnswer, timeZone: string): string {
  if (results.length === 0) return 'Nothing found.'
  return searchKinds
    .flatMap(([kind, title]) => {
      const found = results.filter((result) => result.kind === kind)
      if (found.length === 0) return []
      const count = more.includes(kind) ? `the likeliest ${found.length}` : found.length
      return [`${title}, ${count}`, ...found.map((result) => `  ${lineOf(result, timeZone)}`)]
    })
    .join('\n')
}

/** Shows a licence's id, because commands take it. */
function lineOf({ kind, id, title, detail, status, total, currency, at }: SearchResult, timeZone: string) {
  const sum = total === undefined || !currency ? '' : formatMoney(total, currency)
  return [
    dayIn(timeZone, at),
    kind === 'licence' ? id : '',
    title,
    detail,
    status && stateInText(status),
    sum,
  ]
    .filter(Boolean)
    .join('  ')
}
