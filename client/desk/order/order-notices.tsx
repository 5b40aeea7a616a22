import { daysBetween } from '#shared/calendar/calendar.ts'
import { debitDays } from '#shared/calendar/debit-days.ts'
import { adviseOn, describeAttention, isRefundable, paymentWord } from '#shared/desk/attention-words.ts'
import { daysLeft } from '#shared/desk/count-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { leftToRefund } from '#shared/desk/refunds.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { useFrame, useMay } from '../frame/use-frame.ts'
import { Notice } from '../ui/notices.tsx'
import { useWhen } from '../ui/when.tsx'
import { whyInReview } from './why-in-review.ts'

/** Notices about the order's money: what staff should act on, and what only takes time. */
export function OrderNotices({ order }: { order: DeskOrder }) {
  const { number, status, attention, refundFailed, refundToSend, refundAccount, payment, currency } = order
  const { id, paymentPage } = order
  const { now } = useFrame()
  const may = useMay()
  const { minute, calendarDay, fieldDay } = useWhen()
  const leftText = (at: string) => daysLeft(daysBetween(fieldDay(now), fieldDay(at)))
  return (
    <>
      {attention && (
        <Notice title={`${describeAttention(attention, currency)}.`} isError={!attention.isLeft}>
          {adviseOn(attention)}
          {attention.dueBy &&
            !attention.isAnswered &&
            ` The last moment is ${minute(attention.dueBy)}, ${leftText(attention.dueBy)}.`}
          <div className="Notice-actions">
            {paymentPage && <a href={paymentPage}>The payment at Stripe</a>}
            {may('orders.refund') && <a href={deskApiRoutes.evidence(id)}>Evidence to take along, as PDF</a>}
            {isRefundable(attention.kind) && leftToRefund(order) > 0 && <a href="#acts">Refund it</a>}
          </div>
        </Notice>
      )}
      {status === 'pending' && payment && (
        <Notice title={paymentWord(payment)} isError={payment === 'failed'}>
          {payment === 'processing'
            ? `It takes up to ${debitDays(currency)} working days. Until then no transfer can be entered, or the order would be paid twice.`
            : 'The buyer was told, and can pay by card or transfer.'}
        </Notice>
      )}
      {status === 'review' && (
        <Notice title={whyInReview(order)}>Nothing was issued. Accept it, or refund it.</Notice>
      )}
      {refundToSend && (
        <Notice
          title={`Transfer ${formatMoney(refundToSend.amount, currency)} to the buyer by ${calendarDay(refundToSend.by)}.`}
        >
          {refundAccount
            ? `To ${[refundAccount.holder, refundAccount.number].filter(Boolean).join(', ')}${refundAccount.holder ? '' : ', from which the payment came'}. Reference: ${number}.`
            : `The buyer was asked for an account, and hasn’t said one yet. Reference: ${number}.`}
          <div className="Notice-actions">
            <a href="#acts">It’s sent</a>
          </div>
        </Notice>
      )}
      {refundFailed && (
        <Notice title={`A refund failed, and ${formatMoney(refundFailed.amount, currency)} is owed.`} isError>
          {`The reason: ${refundFailed.reason.replaceAll('_', ' ')}. `}
          {attention?.kind === 'dispute'
            ? 'Wait until the dispute is decided, because the bank may take the money for the buyer.'
            : 'Try it again, or pay it back by transfer and say so below.'}
        </Notice>
      )}
    </>
  )
}
