import { minuteIn } from '#shared/calendar.ts'
import { commandLine } from '../audit.ts'
import type { MailRow } from '../db/rows/mails.ts'
import { listMails, retryMails } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import { readArguments, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

export const mail = {
  list: {
    usage: 'mail list [--status queued|sent|dead] [--limit N] [--json]',
    summary: 'Lists mails, the latest first: status, attempts, next attempt, last error. 50 unless told.',
    run: list,
  },
  retry: {
    usage: 'mail retry ID… | --dead [--json]',
    summary: 'Makes mails due now that wait or were given up: those named, or all that were given up.',
    run: retry,
  },
} satisfies Record<string, Command>

const statuses: MailRow['status'][] = ['queued', 'sent', 'dead']

async function list(args: string[]): Promise<number> {
  const options = {
    status: { type: 'string' },
    limit: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  } as const
  const { values } = readArguments(args, options)
  const status = statuses.find((each) => each === values.status)
  if (values.status !== undefined && !status) {
    throw new Error(`--status is one of ${statuses.join(', ')}, not ${values.status}.`)
  }
  const limit = wholeNumber('--limit', values.limit)
  const { rows, timeZone } = await withDatabase(async ({ database, library }) => ({
    rows: await listMails(database.db, { status, limit }),
    timeZone: library.typed.site.company.timeZone,
  }))
  if (values.json) console.log(JSON.stringify(rows.map(shown), null, 2))
  else console.log(rows.length > 0 ? rows.map((row) => toText(row, timeZone)).join('\n') : 'No mails.')
  return 0
}

async function retry(args: string[]): Promise<number> {
  const options = {
    dead: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const
  const { values, positionals: ids } = readArguments(args, options, Number.POSITIVE_INFINITY)
  if (values.dead === ids.length > 0) {
    throw new Error('Which mails? npm run admin -- mail retry ID…, or --dead for all that were given up')
  }
  const retried = await withDatabase((ctx) =>
    retryMails(ctx.database.db, values.dead ? 'dead' : { ids }, { who: commandLine, ...momentOf(ctx) }),
  )
  const unknown = ids.filter((id) => !retried.includes(id))
  if (values.json) console.log(JSON.stringify({ retried, unknown }, null, 2))
  else console.log(`${retried.length} ${retried.length === 1 ? 'mail is' : 'mails are'} due now.`)
  if (unknown.length > 0) console.error(`Not there, or sent already: ${unknown.join(', ')}`)
  return unknown.length > 0 ? 1 : 0
}

function shown(row: MailRow) {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    recipient: row.recipient,
    orderId: row.order_id,
    messageId: row.message_id,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'queued' ? row.next_attempt_at : null,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}

function toText(row: MailRow, timeZone: string): string {
  const { id, status, kind, recipient, attempts, nextAttemptAt, lastError, createdAt, sentAt } = shown(row)
  const at = (time: string) => minuteIn(timeZone, time)
  const when = sentAt
    ? `sent ${at(sentAt)}`
    : nextAttemptAt
      ? `next attempt ${at(nextAttemptAt)}`
      : 'given up'
  const lines = [
    `${id}  ${status.padEnd(6)}  ${kind}  ${recipient}`,
    `    enqueued ${at(createdAt)}, ${when}, attempts: ${attempts}`,
  ]
  return [...lines, ...(lastError ? [`    ${lastError}`] : [])].join('\n')
}
