import type { Message } from '#shared/desk/message-answers.ts'
import { mayDo } from '#shared/desk/roles.ts'
import type { Data, Seller } from '../../context.ts'
import { viewMessage } from '../../people/contact/messages.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import { listStaff } from '../sign-in/members.ts'

/** @returns folded e-mails of whoever may answer messages */
export async function listHelpers({ database, library }: Data & Seller): Promise<string[]> {
  const staff = await listStaff(database.db, library.typed.site)
  return staff.filter(({ role }) => mayDo(role, 'messages')).map(({ email }) => email)
}

/** Who was taken out of `site.yml` stays in the row, but answers nothing any more. */
export function viewAssigned(row: MessageRow, helpers: readonly string[]): Message {
  const message = viewMessage(row)
  const isLeft = message.answeredAt === null && !helpers.includes(message.assignedTo ?? '')
  return isLeft ? { ...message, assignedTo: null } : message
}
