import { stateWord } from '#shared/desk/words.ts'
import { Icon, type IconName } from '../../site/ui/icon.tsx'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'

type Look = {
  /** `wait` marks open tasks; `live` marks failures. */
  kind: 'ok' | 'wait' | 'half' | 'gone' | 'live'
  icon?: IconName
  deskIcon?: DeskIconName
}

const looks: Record<string, Look> = {
  paid: { kind: 'ok', icon: 'check' },
  pending: { kind: 'wait', deskIcon: 'clock' },
  review: { kind: 'wait', icon: 'info' },
  disputed: { kind: 'wait', icon: 'alert' },
  partially_refunded: { kind: 'half', deskIcon: 'half' },
  refunded: { kind: 'gone', icon: 'minus' },
  cancelled: { kind: 'gone', icon: 'close' },
  expired: { kind: 'gone', icon: 'minus' },
  active: { kind: 'ok', icon: 'check' },
  suspended: { kind: 'wait', icon: 'info' },
  revoked: { kind: 'gone', icon: 'close' },
  sent: { kind: 'ok', icon: 'check' },
  queued: { kind: 'wait', deskIcon: 'clock' },
  dead: { kind: 'live' },
  aside: { kind: 'gone', icon: 'minus' },
  unanswered: { kind: 'wait', deskIcon: 'clock' },
  answered: { kind: 'ok', icon: 'check' },
  wrong_amount: { kind: 'wait', deskIcon: 'differs' },
  wrong_date: { kind: 'wait', deskIcon: 'differs' },
  taken_back: { kind: 'wait', deskIcon: 'differs' },
  unread: { kind: 'wait', icon: 'info' },
  proposed: { kind: 'wait', deskIcon: 'several' },
  several: { kind: 'wait', deskIcon: 'several' },
  held: { kind: 'gone', deskIcon: 'none' },
  none: { kind: 'gone', deskIcon: 'none' },
  already: { kind: 'gone', deskIcon: 'again' },
  running: { kind: 'ok', icon: 'check' },
  later: { kind: 'wait', deskIcon: 'clock' },
  spent: { kind: 'gone', icon: 'minus' },
  ended: { kind: 'gone', icon: 'close' },
  quarantined: { kind: 'gone', icon: 'minus' },
  open: { kind: 'wait', deskIcon: 'clock' },
  ordered: { kind: 'ok', icon: 'check' },
  withdrawn: { kind: 'gone', icon: 'close' },
}

/**
 * Shows a state by shape and word, not only by colour.
 * @param word replaces the state's usual word
 */
export function Tag({ state, word }: { state: string; word?: string }) {
  const look = looks[state] ?? { kind: 'gone', icon: 'minus' }
  return (
    <span className={`Tag Tag--${look.kind}`}>
      {look.icon && <Icon name={look.icon} />}
      {look.deskIcon && <DeskIcon name={look.deskIcon} />}
      {look.kind === 'live' && <i className="DeskLamp" />}
      {word ?? stateWord(state)}
    </span>
  )
}
