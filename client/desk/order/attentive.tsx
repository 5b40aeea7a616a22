import { adviseOn, describeAttention } from '#shared/desk/attention-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { formatMoney } from '#shared/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWhen } from '../ui/when.tsx'

/** What the card provider says about the order, and somebody should act on. */
export function Attentive({ order }: { order: DeskOrder }) {
  const { attention, refundFailed, currency } = order
  const { minute } = useWhen()
  return (
    <>
      {attention && (
        <div className="Notice Notice--error">
          <Icon name="alert" />
          <div>
            <strong>{`${describeAttention(attention, currency)}.`}</strong>
            {adviseOn(attention.kind)}
            {attention.dueBy && ` The last moment is ${minute(attention.dueBy)}.`}{' '}
            <a className="TextLink" href="#acts">
              Refund it
            </a>
          </div>
        </div>
      )}
      {refundFailed && (
        <div className="Notice Notice--error">
          <Icon name="alert" />
          <div>
            <strong>{`A refund failed, and ${formatMoney(refundFailed.amount, currency)} is owed.`}</strong>
            {`The reason: ${refundFailed.reason.replaceAll('_', ' ')}. Try it again, or pay it back by transfer and say so below.`}
          </div>
        </div>
      )}
    </>
  )
}
