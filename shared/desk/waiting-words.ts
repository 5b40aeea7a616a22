import { type DeskAct, type DeskRole, mayDo } from './roles.ts'

/** Labels of orders that wait, by what they wait for. */
export const waitingWords = {
  refundFailed: 'Refund failed',
  refundToSend: 'Refund to send',
  disputed: 'Disputed',
  attention: 'Needs a look',
  review: 'In review',
  awaiting: 'Awaiting payment',
} as const

export type WaitingKind = keyof typeof waitingWords

export const waitingKinds = Object.keys(waitingWords) as [WaitingKind, ...WaitingKind[]]

/** The act that completes each kind of task. A role without it can only read the task. */
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
