import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { stateInText } from '#shared/desk/words.ts'
import { type CarryingMail, findMail, listMailsPage, viewForDesk } from '../desk/mails/list-mails.ts'
import { renderForDesk } from '../desk/mails/render-mail.ts'
import { mailQueue } from '../messages/mail/outbox.ts'
import { readArguments } from '../runtime/arguments.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import type { Command } from './command.ts'
import { withShop } from './open.ts'
import { outboxCommands } from './outbox-commands.ts'

export const mail = {
  ...outboxCommands<CarryingMail>({
    list: (database, { status, limit }) => firstRows((page) => listMailsPage(database, status, page), limit),
    retry: mailQueue.retry,
    command: 'mail',
    one: 'mail',
    many: 'mails',
    view: viewForDesk,
    title: ({ kind, carries, recipient }) => `“${describeMail(kind, carries)}” to ${recipient}`,
  }),
  show: {
    usage: 'mail show ID [--json]',
    summary: 'Shows what a mail says, as its reader sees it but for keys and links, which open nothing here.',
    run: show,
  },
} satisfies Record<string, Command>

async function show(args: string[]): Promise<number> {
  const options = { json: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const [id] = positionals
  if (!id) throw new Error('Which mail? mail list names them.')
  return withShop(async (shop) => {
    const found = await findMail(shop.database.db, id)
    const whole = { ...viewForDesk(found), ...(await renderForDesk(shop, found)) }
    if (values.json) console.log(JSON.stringify(whole, null, 2))
    else console.log(toText(whole, shop.library.typed.site.company.timeZone))
    return 0
  })
}

type Whole = ReturnType<typeof viewForDesk> & Awaited<ReturnType<typeof renderForDesk>>

function toText(mail: Whole, timeZone: string): string {
  const { kind, carries, from, recipient, subject, createdAt, sentAt, status, text, attachments } = mail
  const facts: [string, string | null][] = [
    ['Mail', describeMail(kind, carries)],
    ['State', `${stateInText(status)}, ${minuteIn(timeZone, sentAt ?? createdAt)}`],
    ['From', from],
    ['To', recipient],
    ['Subject', subject],
    ...attachments.map((name): [string, string] => ['Attached', name]),
  ]
  const head = facts.flatMap(([label, value]) => (value === null ? [] : `${label.padEnd(10)}${value}`))
  return [...head, '', text?.trimEnd() ?? 'What it was about is gone, so it can’t be shown.'].join('\n')
}
