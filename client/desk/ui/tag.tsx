import { Icon, type IconName } from '../../ui/icon.tsx'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'

type Look = {
  /** `wait` marks open tasks, and `live` marks failures. */
  kind: 'ok' | 'wait' | 'half' | 'gone' | 'live'
  icon?: IconName
  deskIcon?: DeskIconName
  word: string
}

const looks: Record<string, Look> = {
  paid: { kind: 'ok', icon: 'check', word: 'Paid' },
  pending: { kind: 'wait', deskIcon: 'clock', word: 'Awaiting payment' },
  review: { kind: 'wait', icon: 'info', word: 'In review' },
  disputed: { kind: 'wait', icon: 'alert', word: 'Disputed' },
  partially_refunded: { kind: 'half', deskIcon: 'half', word: 'Partly refunded' },
  refunded: { kind: 'gone', icon: 'minus', word: 'Refunded' },
  cancelled: { kind: 'gone', icon: 'close', word: 'Cancelled' },
  expired: { kind: 'gone', icon: 'minus', word: 'Lapsed' },
  active: { kind: 'ok', icon: 'check', word: 'On' },
  suspended: { kind: 'wait', icon: 'info', word: 'Suspended' },
  revoked: { kind: 'gone', icon: 'close', word: 'Revoked' },
  sent: { kind: 'ok', icon: 'check', word: 'Sent' },
  queued: { kind: 'wait', deskIcon: 'clock', word: 'Waiting' },
  sending: { kind: 'wait', deskIcon: 'clock', word: 'Waiting' },
  dead: { kind: 'live', word: 'Given up' },
  unanswered: { kind: 'wait', deskIcon: 'clock', word: 'Unanswered' },
  answered: { kind: 'ok', icon: 'check', word: 'Answered' },
  wrong_amount: { kind: 'wait', deskIcon: 'differs', word: 'Wrong amount' },
  wrong_date: { kind: 'wait', deskIcon: 'differs', word: 'Wrong day' },
  several: { kind: 'wait', deskIcon: 'several', word: 'Several orders' },
  none: { kind: 'gone', deskIcon: 'none', word: 'No order' },
  already: { kind: 'gone', deskIcon: 'again', word: 'Already here' },
  running: { kind: 'ok', icon: 'check', word: 'Running' },
  later: { kind: 'wait', deskIcon: 'clock', word: 'Not yet' },
  spent: { kind: 'gone', icon: 'minus', word: 'Spent' },
  ended: { kind: 'gone', icon: 'close', word: 'Ended' },
  quarantined: { kind: 'gone', icon: 'minus', word: 'Held as spam' },
}

/** Shows a state by shape and word, never by colour alone. @param word replaces the state's own */
export function Tag({ state, word }: { state: string; word?: string }) {
  const look = looks[state] ?? { kind: 'gone', icon: 'minus', word: state.replaceAll('_', ' ') }
  return (
    <span className={`Tag Tag--${look.kind}`}>
      {look.icon && <Icon name={look.icon} />}
      {look.deskIcon && <DeskIcon name={look.deskIcon} />}
      {look.kind === 'live' && <i className="DeskLamp" />}
      {word ?? look.word}
    </span>
  )
}

/** "pending" → "awaiting payment" */
export function stateWord(state: string): string {
  return (looks[state]?.word ?? state.replaceAll('_', ' ')).toLowerCase()
}
