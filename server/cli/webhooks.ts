import { minuteIn } from '#shared/calendar.ts'
import type { WebhookDeliveryRow } from '../db/rows/webhooks.ts'
import { newId } from '../ids.ts'
import { send } from '../webhooks/deliver.ts'
import { listDeliveries, retryDeliveries } from '../webhooks/queue.ts'
import { readArguments, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

export const webhooks = {
  list: {
    usage: 'webhooks list [--status queued|sent|dead] [--limit N] [--json]',
    summary:
      'Lists messages to other programs, the latest first: attempts, next attempt, last error. 50 unless told.',
    run: list,
  },
  retry: {
    usage: 'webhooks retry ID… | --dead [--json]',
    summary: 'Makes messages due now that wait or were given up: those named, or all that were given up.',
    run: retry,
  },
  test: {
    usage: 'webhooks test [--json]',
    summary:
      'Sends a signed message of the type webhook.test to every configured address now; 1 where one fails.',
    run: test,
  },
} satisfies Record<string, Command>

const statuses: WebhookDeliveryRow['status'][] = ['queued', 'sent', 'dead']
const json = { json: { type: 'boolean', default: false } } as const

async function list(args: string[]): Promise<number> {
  const options = { ...json, status: { type: 'string' }, limit: { type: 'string', default: '50' } } as const
  const { values } = readArguments(args, options)
  const status = statuses.find((each) => each === values.status)
  if (values.status !== undefined && !status) {
    throw new Error(`--status is one of ${statuses.join(', ')}, not ${values.status}.`)
  }
  const limit = wholeNumber('--limit', values.limit)
  return withDatabase(async ({ database, library }) => {
    const rows = await listDeliveries(database.db, { status, limit })
    const { timeZone } = library.typed.site.company
    if (values.json) console.log(JSON.stringify(rows.map(shown), null, 2))
    else console.log(rows.map((row) => toText(row, timeZone)).join('\n') || 'No messages.')
    return 0
  })
}

async function retry(args: string[]): Promise<number> {
  const options = { ...json, dead: { type: 'boolean', default: false } } as const
  const { values, positionals: ids } = readArguments(args, options, Number.POSITIVE_INFINITY)
  if (values.dead === ids.length > 0) {
    throw new Error(
      'Which messages? npm run admin -- webhooks retry ID…, or --dead for all that were given up',
    )
  }
  const retried = await withDatabase(({ database, clock }) =>
    retryDeliveries(database.db, values.dead ? 'dead' : { ids }, clock()),
  )
  const unknown = ids.filter((id) => !retried.includes(id))
  if (values.json) console.log(JSON.stringify({ retried, unknown }, null, 2))
  else console.log(`${retried.length} ${retried.length === 1 ? 'message is' : 'messages are'} due now.`)
  if (unknown.length > 0) console.error(`Not there, or sent already: ${unknown.join(', ')}`)
  return unknown.length > 0 ? 1 : 0
}

async function test(args: string[]): Promise<number> {
  const { values } = readArguments(args, json)
  return withDatabase(async ({ config, library, clock, random }) => {
    const { webhooks: receivers } = library.typed.site
    const payload = JSON.stringify({ type: 'webhook.test', timestamp: clock().toISOString(), data: {} })
    const results = await Promise.all(
      receivers.map(async ({ url }) => {
        const failure = await send({ config, clock }, { id: newId('msg', random), url, payload })
        return { url, error: failure?.reason ?? null }
      }),
    )
    const lines = results.map(({ url, error }) => `${url}: ${error ?? 'taken'}`)
    if (values.json) console.log(JSON.stringify(results, null, 2))
    else console.log(lines.join('\n') || 'site.yml names no webhooks.')
    return results.some(({ error }) => error) ? 1 : 0
  })
}

function shown(row: WebhookDeliveryRow) {
  return {
    id: row.id,
    type: row.type,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'queued' ? row.next_attempt_at : null,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}

function toText(row: WebhookDeliveryRow, timeZone: string): string {
  const { id, type, url, status, attempts, nextAttemptAt, lastError, createdAt, sentAt } = shown(row)
  const at = (time: string) => minuteIn(timeZone, time)
  const when = sentAt
    ? `sent ${at(sentAt)}`
    : nextAttemptAt
      ? `next attempt ${at(nextAttemptAt)}`
      : 'given up'
  return [
    `${id}  ${status.padEnd(6)}  ${type}  ${url}`,
    `    enqueued ${at(createdAt)}, ${when}, attempts: ${attempts}`,
    ...(lastError ? [`    ${lastError}`] : []),
  ].join('\n')
}
