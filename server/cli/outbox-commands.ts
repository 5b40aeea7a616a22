import { stateInText } from '#shared/desk/words.ts'
import type { Site } from '#shared/seller/site.ts'
import type { ShopContext } from '../context.ts'
import { type QueueFilter, queueStates, type Retried } from '../messages/outbox/queue.ts'
import type { viewSending } from '../messages/outbox/view.ts'
import { choiceOf, readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import type { Database } from '../runtime/db/database.ts'
import { type Acting, momentOf } from '../runtime/moment.ts'
import { type Command, flag, limit, print, text } from './command.ts'
import { withDatabase } from './open.ts'
import { timeText } from './time-text.ts'

type Outbox<Row> = {
  list(database: Database, filter: QueueFilter): Promise<Row[]>
  /** @returns the ids found */
  retry(shop: ShopContext<{ typed: { site: Site } }>, which: Retried, by: Acting): Promise<string[]>
  /** Reason why a named row may not be found. */
  notFound: string
  /** Command and noun of the rows: "mail", "mail", "mails". */
  command: string
  one: string
  many: string
  view(row: Row): ReturnType<typeof viewSending>
  /** Describes a row and its recipient. */
  title(row: Row): string
}

export function outboxCommands<Row>(outbox: Outbox<Row>): Record<'list' | 'retry', Command> {
  const { command, many } = outbox
  return {
    list: {
      usage: `${command} list [--status ${queueStates.join('|')}] [--limit N] [--json]`,
      summary: `Lists ${many}, the latest first: status, attempts, next attempt, last error. 50 unless told.`,
      run: (args) => list(outbox, args),
    },
    retry: {
      usage: `${command} retry ID… | --dead | --queued [--json]`,
      summary: `Makes ${many} due now that wait or were given up: those named, all that were given up, or all that wait.`,
      run: (args) => retry(outbox, args),
    },
  }
}

async function list<Row>(outbox: Outbox<Row>, args: string[]): Promise<number> {
  const { many, view } = outbox
  const { values } = readArguments(args, { json: flag, status: text, limit })
  const status = choiceOf('--status', values.status, queueStates)
  const most = wholeNumber('--limit', values.limit)
  return withDatabase(async ({ database, library }) => {
    const rows = await outbox.list(database, { status, limit: most })
    const { timeZone } = library.typed.site.company
    const lines = rows.map((row) => toText(outbox, row, timeZone))
    return print(values.json, rows.map(view), lines.join('\n') || `No ${many}.`)
  })
}

async function retry<Row>(outbox: Outbox<Row>, args: string[]): Promise<number> {
  const { command, one, many } = outbox
  const { values, positionals: ids } = readArguments(
    args,
    { json: flag, dead: flag, queued: flag },
    Number.POSITIVE_INFINITY,
  )
  const ways = [values.dead, values.queued, ids.length > 0].filter(Boolean)
  if (ways.length !== 1) {
    throw new UsageError(
      `Which ${many}? npm run admin -- ${command} retry ID…, --dead for all that were given up, or --queued for all that wait`,
    )
  }
  const retried = await withDatabase((ctx) =>
    outbox.retry(ctx, values.dead ? 'dead' : values.queued ? 'queued' : { ids }, {
      who: commandLine,
      ...momentOf(ctx),
    }),
  )
  const unknown = ids.filter((id) => !retried.includes(id))
  const summary = `${retried.length} ${retried.length === 1 ? `${one} is` : `${many} are`} due now.`
  print(values.json, { retried, unknown }, summary)
  if (unknown.length > 0) console.error(`${outbox.notFound}: ${unknown.join(', ')}`)
  return unknown.length > 0 ? 1 : 0
}

function toText<Row>({ view, title }: Outbox<Row>, row: Row, timeZone: string): string {
  const { id, status, attempts, nextAttemptAt, lastError, createdAt, sentAt } = view(row)
  const at = (time: string) => timeText(timeZone, time)
  const next = nextAttemptAt ? `next attempt ${at(nextAttemptAt)}` : 'given up'
  return [
    `${id}  ${stateInText(status).padEnd(8)}  ${title(row)}`,
    `    enqueued ${at(createdAt)}, ${sentAt ? `sent ${at(sentAt)}` : next}, attempts: ${attempts}`,
    ...(lastError ? [`    ${lastError}`] : []),
  ].join('\n')
}
