import { type DeskAct, type DeskRole, mayDo } from './roles.ts'

/** What ends each kind of thing that waits, and so for whom it waits. A role without the act can only read it. */
const actOfTask = {
  refundFailed: 'orders.refund',
  refundToSend: 'orders.pay',
  disputed: 'orders.refund',
  attention: 'orders.refund',
  mails: 'mails',
  review: 'orders.accept',
  awaiting: 'orders.pay',
  lapsing: 'quotes.make',
  credit: 'orders.pay',
  messages: 'messages',
} as const satisfies Record<string, DeskAct>

export type TaskKind = keyof typeof actOfTask

export const taskKinds = Object.keys(actOfTask) as TaskKind[]

export function isTaskOf(role: DeskRole, kind: TaskKind): boolean {
  return mayDo(role, actOfTask[kind])
}
