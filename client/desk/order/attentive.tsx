import { daysBetween } from '#shared/calendar/calendar.ts'
import { debitDays } from '#shared/calendar/debit-days.ts'
import { adviseOn, describeAttention, isRefundable, paymentWord } from '#shared/desk/attention-words.ts'
import { daysLeft } from '#shared/desk/count-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { leftToRefund } from '#shared/desk/refunds.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { useFrame, useMay } from '../frame/use-frame.ts'
import { useWhen } from '../ui/when.tsx'
import { whyInReview } from './why-in-review.ts'

/** What the card provider says about the order: what somebody should act on, and what needs only time. */
export function Attentive({ order }: { order: DeskOrder }) {
  const { number, status, attention, refundFailed, refundToSend, refundAccount, payment, currency } = order
  const { id, paymentPage } = order
  const { now } = useFrame()
  const may = useMay()
  const { minute, calendarDay, fieldDay } = useWhen()
  const leftText = (at: string) => daysLeft(daysBetween(fieldDay(now), fieldDay(at)))
  return (
    <>
      {attention && (
        <div className="Notice Notice--error">
          <Icon name="alert" />
          <div>
            <strong>{`${describeAttention(attention, currency)}.`}</strong>
            {adviseOn(attention)}
            {attention.dueBy &&
              !attention.isAnswered &&
              ` The last moment is ${minute(attention.dueBy)}, ${leftText(attention.dueBy)}.`}
            <div className="Notice-actions">
              {paymentPage && <a href={paymentPage}>The payment at Stripe</a>}
              {may('orders.refund') && (
                <a href={deskApiRoutes.evidence(id)}>Evidence to take along, as PDF</a>
              )}
              {isRefundable(attention.kind) && leftToRefund(order) > 0 && <a href="#acts">Refund it</a>}
            </div>
          </div>
        </div>
      )}
      {status === 'pending' && payment && (
        <div className={payment === 'failed' ? 'Notice Notice--error' : 'Notice'}>
          <Icon name={payment === 'failed' ? 'alert' : 'info'} />
          <div>
            <strong>{paymentWord(payment)}</strong>
            {payment === 'processing'
              ? `It takes up to ${debitDays(currency)} working days. Until then no transfer can be entered, or the order would be paid twice.`
              : 'The buyer was told, and can pay by card or transfer.'}
          </div>
        </div>
      )}
      {status === 'review' && (
        <div className="Notice">
          <Icon name="info" />
          <div>
            <strong>{whyInReview(order)}</strong>
            Nothing was issued. Accept it, or refund it.
          </div>
        </div>
      )}
      {refundToSend && (
        <div className="Notice">
          <Icon name="info" />
          <div>
            <strong>{`Transfer ${formatMoney(refundToSend.amount, currency)} to the buyer by ${calendarDay(refundToSend.by)}.`}</strong>
            {refundAccount
              ? `To ${[refundAccount.holder, refundAccount.number].filter(Boolean).join(', ')}${refundAccount.holder ? '' : ', from which the payment came'}. Reference: ${number}.`
              : `The buyer was asked for an account, and hasn’t said one yet. Reference: ${number}.`}
            <div className="Notice-actions">
              <a href="#acts">It’s sent</a>
            </div>
          </div>
        </div>
      )}
      {refundFailed && (
        <div className="Notice Notice--error">
          <Icon name="alert" />
          <div>
            <strong>{`A refund failed, and ${formatMoney(refundFailed.amount, currency)} is owed.`}</strong>
            {`The reason: ${refundFailed.reason.replaceAll('_', ' ')}. `}
            {attention?.kind === 'dispute'
              ? 'Wait until the dispute is decided, because the bank may take the money for the buyer.'
              : 'Try it again, or pay it back by transfer and say so below.'}
          </div>
        </div>
      )}
    </>
  )
}
