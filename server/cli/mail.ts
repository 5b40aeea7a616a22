import { mailQueue } from '../mail/outbox.ts'
import { viewMail } from '../mail/view-mail.ts'
import { outboxCommands } from './outbox-commands.ts'

export const mail = outboxCommands({
  queue: mailQueue,
  command: 'mail',
  one: 'mail',
  many: 'mails',
  view: viewMail,
  title: ({ kind, recipient }) => `${kind}  ${recipient}`,
})
