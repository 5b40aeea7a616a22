/** Orders that wait for somebody, by what for. */
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
