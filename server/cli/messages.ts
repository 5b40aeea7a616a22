import { describeMail } from '#shared/desk/mail-words.ts'
import { messageStates } from '#shared/desk/requests/messages.ts'
import { stateInText } from '#shared/desk/words.ts'
import { messagesApi } from '../desk/messages/api.ts'
import { findMessage, listMessages, type MessageMail, viewMessage } from '../people/contact/messages.ts'
import { choiceOf, readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import type { MessageRow } from '../runtime/db/rows/messages.ts'
import { shownEmail } from '../runtime/shown-email.ts'
import { type Command, flag, limit, print, text } from './command.ts'
import { commandsOf, type Subject } from './from-endpoints.ts'
import { withDatabase } from './open.ts'
import { timeText } from './time-text.ts'

const subject: Subject<MessageRow & { mails: MessageMail[] }> = {
  word: 'REFERENCE',
  async find({ database }, name) {
    if (!name) throw new UsageError('Which message? Give its reference, such as C-7F3K2Q.')
    const found = await findMessage(database.db, name)
    if (!found) throw new Error(`There is no message ${name}.`)
    return found
  },
  toJson: viewMessage,
  toText: (row, { library }) => toLine(row, library.typed.site.company.timeZone),
}

export const messages = {
  list: {
    usage: 'messages list [--state unanswered|answered|quarantined] [--email ADDRESS] [--limit N] [--json]',
    summary:
      'Lists what came through the contact form, the latest first; all but the quarantined unless told.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, state: text, email: text, limit })
      const state = choiceOf('--state', values.state, messageStates)
      const most = wholeNumber('--limit', values.limit)
      const { rows, timeZone } = await withDatabase(async ({ database, library }) => ({
        rows: await firstRows((page) => listMessages(database, { state, email: values.email }, page), {
          sort: '-createdAt',
          most,
        }),
        timeZone: library.typed.site.company.timeZone,
      }))
      const lines = rows.map((row) => toLine(row, timeZone))
      return print(values.json, rows.map(viewMessage), lines.join('\n') || 'No messages.')
    },
  },
  show: {
    usage: 'messages show REFERENCE [--json]',
    summary: 'Shows a message, and what became of its mails.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withDatabase(async (shop) => {
        const found = await subject.find(shop, positionals[0])
        const shown = { ...viewMessage(found), mails: found.mails.map(mailToJson) }
        const { timeZone } = shop.library.typed.site.company
        return print(values.json, shown, toText(found, timeZone))
      })
    },
  },
  ...commandsOf(messagesApi, subject),
} satisfies Record<string, Command>

function toLine(row: MessageRow, timeZone: string): string {
  const { created_at: at, reference, topic, name, email, message } = row
  const [firstLine = ''] = message.split('\n')
  return `${timeText(timeZone, at)}  ${reference}  ${topic.padEnd(9)}  ${name} <${shownEmail(email)}>  ${firstLine.slice(0, 60)}`
}

function toText(message: MessageRow & { mails: MessageMail[] }, timeZone: string): string {
  const { reference, created_at: at, name, email, topic, verified, quarantined, mails } = message
  const facts = [
    ['Reference', reference],
    ['Received', timeText(timeZone, at)],
    ['From', `${name} <${shownEmail(email)}>`],
    ['Topic', topic],
    ['Verified', verified ? 'yes' : 'no'],
    ...(quarantined ? [['Quarantined', 'yes, nobody was mailed']] : []),
    ...mails.map((mail) => [
      'Mail',
      `“${describeMail(mail.kind)}” to ${shownEmail(mail.recipient)}: ${stateInText(mail.status)}`,
    ]),
  ]
  return [...facts.map(([label = '', value]) => `${label.padEnd(12)} ${value}`), '', message.message].join(
    '\n',
  )
}

function mailToJson({ kind, recipient, status, sent_at: sentAt }: MessageMail) {
  return { kind, recipient: shownEmail(recipient), status, sentAt }
}
