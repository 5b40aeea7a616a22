import { listWebhooksPage, viewWebhook } from '../desk/webhooks/list-webhooks.ts'
import { send } from '../messages/webhooks/deliver.ts'
import { retryWebhooks } from '../messages/webhooks/queue.ts'
import { nameOfReceiver } from '../messages/webhooks/receivers.ts'
import { readArguments } from '../runtime/arguments.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import { randomId } from '../runtime/ids.ts'
import { type Command, flag, print } from './command.ts'
import { withDatabase } from './open.ts'
import { outboxCommands } from './outbox-commands.ts'

export const webhooks = {
  ...outboxCommands({
    list: (database, { status, limit }) =>
      firstRows((page) => listWebhooksPage(database, status, page), { sort: '-createdAt', most: limit }),
    retry: retryWebhooks,
    notFound: 'Not there, sent already, or not wanted any more',
    command: 'webhooks',
    one: 'message',
    many: 'messages',
    view: viewWebhook,
    title: ({ type, url }) => `${type}  ${nameOfReceiver(url)}`,
  }),
  test: {
    usage: 'webhooks test [--json]',
    summary:
      'Sends a signed message of the type webhook.test to every configured address now; 1 where one fails.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      return withDatabase(async ({ config, library, clock, random }) => {
        const { webhooks: receivers } = library.typed.site
        const payload = JSON.stringify({ type: 'webhook.test', timestamp: clock().toISOString(), data: {} })
        const results = await Promise.all(
          receivers.map(async ({ url }) => {
            const failure = await send({ config, clock }, { id: randomId('msg', random), url, payload })
            return { receiver: nameOfReceiver(url), error: failure?.reason ?? null }
          }),
        )
        const lines = results.map(({ receiver, error }) => `${receiver}: ${error ?? 'taken'}`)
        print(values.json, results, lines.join('\n') || 'site.yml names no webhooks.')
        return results.some(({ error }) => error) ? 1 : 0
      })
    },
  },
} satisfies Record<string, Command>
