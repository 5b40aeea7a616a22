import { attentionWord, canBeLeft } from '#shared/desk/attention-words.ts'
import { mailOfOrder } from '#shared/desk/mail-of-order.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { leftToRefund, nothingToRefund } from '#shared/desk/refunds.ts'
import { stateInText } from '#shared/desk/words.ts'
import { writeDollars } from '#shared/desk/write-dollars.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { payableStatuses } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Select, TextField } from '../../site/ui/field.tsx'
import { ActForm, Acts, type FormState, NoteForm } from '../ui/act-form.tsx'
import { Options } from '../ui/options.tsx'
import { CorrectBuyer } from './correct-buyer.tsx'
import { RefundFields } from './refund-fields.tsx'
import { whatAcceptingGives, whatComes } from './why-in-review.ts'

/** The contents of each mail, as words in a sentence. */
const contents = {
  order_received: 'the invoice and how to pay',
  payment_processing: 'the word that the bank works on the payment',
  payment_failed: 'the word that the bank refused the payment',
  order_paid: 'keys and documents',
  order_refunded: 'the word of the refund',
  order_taken_back: 'the word that the bank took the money',
  refund_delayed: 'the word that the refund takes longer',
  refund_repaid: 'the word that the refund went by transfer',
  order_cancelled: 'the word that it’s cancelled',
  order_lapsed: 'the word that it lapsed',
}

/** A change of a licence issues no new key. */
function contentsOf({ lines }: DeskOrder, kind: keyof typeof contents): string {
  const isChange = kind === 'order_paid' && changesLicence(lines)
  return isChange ? 'the changed licence and documents' : contents[kind]
}

/** The sentences that follow these forms, by the last segment of their addresses. */
export const orderDone: Record<string, string> = {
  payments: 'The payment is in the books.',
  refunds: 'It’s refunded.',
  credit: 'The credit is paid back.',
  'undo-payment': 'It’s taken back.',
  'move-credit': 'The credit pays the other order.',
  'refund-again': 'The refund is tried again.',
  'refund-by-transfer': 'It’s in the books as paid back.',
  'refund-sent': 'It’s in the books as sent, and the buyer is told.',
  cancel: 'The order is cancelled.',
  accept: 'The order is accepted.',
  'leave-attention': 'It’s left as it is, and off Today.',
  resend: 'It’s on its way again.',
  buyer: 'The buyer is corrected.',
  note: 'The note is kept.',
}

export function OrderActs({ order, today }: { order: DeskOrder; today: string }) {
  const { status, customer, currency, revision } = order
  const to = (act: string) => ({ action: deskRoutes.orderAct(order.number, act), revision })
  const isState = `it’s ${stateInText(status)}.`
  const kind = mailOfOrder({ ...order, hasTransferTerms: order.dueAt !== null })
  return (
    <Acts>
      <ActForm
        act="orders.pay"
        {...to('payments')}
        title="Take a payment"
        hotkey="p"
        description={`Enters what came in by bank transfer. ${whatComes(order)} once the sum reaches the total.`}
        button="Take the payment"
        impossible={whyNoPayment(order)}
      >
        {({ field }) => (
          <>
            <AmountAndDay amount={order.outstanding} day={today} label="Day it came in" field={field} />
            <TextField label="Reference" note="as the bank shows it" {...field('reference')} />
          </>
        )}
      </ActForm>
      <UndoPayment order={order} />
      <ActForm
        act="orders.accept"
        {...to('accept')}
        title="Accept from review"
        description={whatAcceptingGives(order)}
        button="Accept the order"
        impossible={status === 'review' ? null : isState}
      />
      <ActForm
        act="orders.refund"
        {...to('refunds')}
        title="Refund"
        description="Money goes back the way it came. A licence that you tick stops working. Nothing happens until you’ve seen it in full."
        button="See what it will do"
        impossible={whyNoRefund(order)}
      >
        {(form) => <RefundFields order={order} form={form} />}
      </ActForm>
      {order.refundToSend && (
        <ActForm
          act="orders.pay"
          {...to('refund-sent')}
          title="The refund is sent"
          description={`Enters that you transferred it, and tells ${customer.email}. A bank statement that shows it does the same.`}
          button="It’s sent"
        >
          {({ field }) => (
            <AmountAndDay
              amount={order.refundToSend?.amount ?? 0}
              day={today}
              label="Day it went out"
              field={field}
            />
          )}
        </ActForm>
      )}
      {order.refundFailed && (
        <>
          <ActForm
            act="orders.refund"
            {...to('refund-again')}
            title="Try the refund again"
            description={`Asks the card provider once more to bring back ${formatMoney(order.refundFailed.amount, currency)}.`}
            button="Try it again"
            impossible={order.canRefund ? whyOwed(order) : 'STRIPE_SECRET_KEY isn’t set.'}
          />
          <ActForm
            act="orders.refund"
            {...to('refund-by-transfer')}
            title="It went back by transfer"
            description={`Enters that you transferred the ${formatMoney(order.refundFailed.amount, currency)} to the buyer’s account.`}
            button="Enter it"
            impossible={whyOwed(order)}
          />
        </>
      )}
      {order.credit > 0 && (
        <>
          <ActForm
            act="orders.refund"
            {...to('refunds')}
            title="Pay back the credit"
            description={`${formatMoney(order.credit, currency)} of what came in is the buyer’s. Transfer it first, and enter that here. No key changes.`}
            button="See what it will do"
          >
            {() => <input type="hidden" name="credit" value="true" />}
          </ActForm>
          <ActForm
            act="orders.pay"
            {...to('move-credit')}
            title="Pay another order by the credit"
            description={`Up to ${formatMoney(order.credit, currency)} of what came in pays another order of ${customer.email}. Its keys go out once that reaches its total.`}
            button="Pay it"
            impossible={order.creditCanPay.length > 0 ? null : 'the buyer has no other that waits for money.'}
          >
            {({ field }) => (
              <Select label="Order" {...field('to')}>
                <Options
                  of={order.creditCanPay.map(({ number, outstanding }) => [
                    number,
                    `${number}, ${formatMoney(outstanding, currency)} to pay`,
                  ])}
                />
              </Select>
            )}
          </ActForm>
        </>
      )}
      {order.attention && canBeLeft(order.attention) && (
        <ActForm
          act="orders.refund"
          {...to('leave-attention')}
          title="Leave it as it is"
          description={`${attentionWord(order.attention.kind)}: nothing is to be done about it. It no longer waits on Today.`}
          button="Leave it"
        />
      )}
      <ActForm
        act="orders.cancel"
        {...to('cancel')}
        title="Cancel"
        description={describeCancel(order)}
        button="Cancel the order"
        impossible={whyNoCancel(order)}
      />
      <ActForm
        act="orders.resend"
        {...to('resend')}
        title="Resend the order’s mail"
        hotkey="r"
        description={
          kind
            ? `Sends ${contentsOf(order, kind)} again, to ${customer.email}.`
            : 'Nothing was sent about it.'
        }
        button="Send it again"
        impossible={kind ? null : isState}
      />
      <CorrectBuyer order={order} />
      <NoteForm act="orders.note" {...to('note')} />
    </Acts>
  )
}

type Transfer = Pick<FormState, 'field'> & { amount: number; day: string; label: string }

function AmountAndDay({ amount, day, label, field }: Transfer) {
  return (
    <div className="ActForm-row">
      <TextField label="Amount" {...field('amount', writeDollars(amount))} inputMode="decimal" required />
      <TextField label={label} {...field('date', day)} type="date" required />
    </div>
  )
}

/** Undoes a bank line booked to the wrong order, or a refund that wasn’t sent. */
function UndoPayment({ order: { number, revision, payments, whyNoUndo, currency } }: { order: DeskOrder }) {
  const booked = payments.filter(({ canUndo }) => canUndo)
  if (booked.length === 0 && whyNoUndo === null) return null
  return (
    <ActForm
      act="orders.pay"
      action={deskRoutes.orderAct(number, 'undo-payment')}
      revision={revision}
      title="Take back a payment"
      description="For one that was booked by mistake, within its quarter, and while no key was turned on. Its line of the bank can then be booked to another order. Keys that went out are off until the money comes. A refund is to be sent again. The buyer is told."
      button="Take it back"
      impossible={booked.length === 0 ? whyNoUndo : null}
    >
      {({ field }) => (
        <Select label="Payment" {...field('payment')}>
          <Options
            of={booked.map(({ id, amount, reference }) => [
              id,
              [amount < 0 && 'Refund', formatMoney(Math.abs(amount), currency), reference]
                .filter(Boolean)
                .join(', '),
            ])}
          />
        </Select>
      )}
    </ActForm>
  )
}

function describeCancel({ customer, receivedAmount, currency }: DeskOrder): string {
  const held = receivedAmount
    ? ` The ${formatMoney(receivedAmount, currency)} that came in is then credit, to be given back.`
    : ''
  return `The order ends, and ${customer.email} is told.${held} Late money that reaches the total still pays it.`
}

/** Null if a transfer can be entered. */
function whyNoPayment({ status, payment }: DeskOrder): string | null {
  if (payment === 'processing') return 'the buyer’s bank is working on the payment.'
  return payableStatuses.includes(status) ? null : `it’s ${stateInText(status)}.`
}

/** Null if the order can be cancelled. */
function whyNoCancel({ status, payment }: DeskOrder): string | null {
  if (payment === 'processing') return 'the buyer’s bank is working on the payment.'
  return status === 'pending' ? null : `it’s ${stateInText(status)}. A paid order is refunded.`
}

/** Null if the order can be refunded. */
function whyNoRefund(order: DeskOrder): string | null {
  const { credit, canRefund } = order
  if (leftToRefund(order) === 0)
    return `it’s ${nothingToRefund(order)}${credit > 0 ? ' Pay back its credit.' : ''}`
  return canRefund ? null : 'it was paid by card, and STRIPE_SECRET_KEY isn’t set.'
}

/** Null if the amount of a failed refund can be paid now. */
function whyOwed({ attention }: DeskOrder): string | null {
  return attention?.kind === 'dispute' ? 'a dispute is open. Wait until it’s decided.' : null
}
