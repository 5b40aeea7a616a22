import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describeMail } from '#shared/desk/mail-words.ts'
import { stateInText } from '#shared/desk/words.ts'
import { emailSchema } from '#shared/text/text-fields.ts'
import { readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { type CarryingMail, findMail, listMailsPage, viewForDesk } from '../desk/mails/list-mails.ts'
import { readForDesk } from '../desk/mails/read-mail.ts'
import { mailQueue } from '../messages/mail/outbox.ts'
import { createMailTransport } from '../messages/mail/transport.ts'
import { readArguments, readValue, UsageError } from '../runtime/arguments.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import { randomId } from '../runtime/ids.ts'
import { shownEmail } from '../runtime/shown-email.ts'
import { type Command, flag, print } from './command.ts'
import { withShop } from './open.ts'
import { outboxCommands } from './outbox-commands.ts'
import { timeText } from './time-text.ts'

export const mail = {
  ...outboxCommands<CarryingMail>({
    list: (database, { status, limit }) =>
      firstRows((page) => listMailsPage(database, { status }, page), { sort: '-createdAt', most: limit }),
    retry: ({ database }, which, by) => mailQueue.retry(database.db, which, by),
    notFound: 'Not there, or sent already',
    command: 'mail',
    one: 'mail',
    many: 'mails',
    view: viewForDesk,
    title: ({ kind, carries, recipient }) => `“${describeMail(kind, carries)}” to ${shownEmail(recipient)}`,
  }),
  show: {
    usage: 'mail show ID [--json]',
    summary:
      'Shows what a mail says, as it was sent or would be sent now, but for keys and links, which open nothing here.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      const [id] = positionals
      if (!id) throw new UsageError('Which mail? mail list names them.')
      return withShop(async (shop) => {
        const found = await findMail(shop.database.db, id)
        const whole = { ...viewForDesk(found), ...(await readForDesk(shop, found)) }
        return print(values.json, whole, toText(whole, shop.library.typed.site.company.timeZone))
      })
    },
  },
  test: {
    usage: 'mail test EMAIL [--json]',
    summary: 'Sends a mail to EMAIL now, past the queue, and shows what the mail server answers.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      if (!positionals[0]) throw new UsageError('To whom? npm run admin -- mail test EMAIL')
      const to = readValue(emailSchema, positionals[0], 'The address')
      const config = readConfig()
      const { product, company } = readSite(config.contentDir)
      const { hostname } = new URL(config.siteUrl)
      const id = randomId('test', randomBytes)
      const message = {
        messageId: `<${id}@${hostname}>`,
        from: { name: product, address: company.email },
        to: { name: '', address: to },
        subject: `A test of ${hostname}`,
        text: `${config.siteUrl} can send mails.\n`,
      }
      const answer = await createMailTransport(config).send(id, message)
      const file = join(config.dataDir, 'mail', `${id}.eml`)
      if (values.json) console.log(JSON.stringify({ to, answer, file: answer === null ? file : null }))
      else if (answer === null) console.log(`SMTP_URL isn’t set, so the mail is the file ${file}.`)
      else console.log(`The mail server took it, and answered ${answer}. See whether it arrives, and where.`)
      return 0
    },
  },
} satisfies Record<string, Command>

type Whole = ReturnType<typeof viewForDesk> & Awaited<ReturnType<typeof readForDesk>>

function toText(mail: Whole, timeZone: string): string {
  const { kind, carries, from, recipient, subject, createdAt, sentAt, status, text, attachments } = mail
  const facts: [string, string | null][] = [
    ['Mail', describeMail(kind, carries)],
    ['State', `${stateInText(status)}, ${timeText(timeZone, sentAt ?? createdAt)}`],
    ['From', from],
    ['To', recipient],
    ['Subject', subject],
    ...attachments.map((name): [string, string] => ['Attached', name]),
  ]
  const head = facts.flatMap(([label, value]) => (value === null ? [] : `${label.padEnd(10)}${value}`))
  return [...head, '', text?.trimEnd() ?? 'What it was about is gone, or its text isn’t kept any more.'].join(
    '\n',
  )
}
