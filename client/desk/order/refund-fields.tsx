import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { isRefundedOnlyWhole, leftToRefund, onlyWholeRefund } from '#shared/desk/refunds.ts'
import { describeKey } from '#shared/desk/words.ts'
import { writeDollars } from '#shared/desk/write-dollars.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { TextField } from '../../site/ui/field.tsx'
import type { FormState } from '../ui/act-form.tsx'

/** Refunds single licences, an amount, or everything that is left. */
export function RefundFields({ order, form: { field } }: { order: DeskOrder; form: FormState }) {
  const left = leftToRefund(order)
  const why = <TextField label="Why" note="(optional, the buyer reads it)" {...field('reason')} />
  if (isRefundedOnlyWhole(order.status))
    return (
      <>
        <p className="dim">The order is {onlyWholeRefund(order.status, formatMoney(left, order.currency))}</p>
        {why}
      </>
    )
  const running = order.licences.filter(({ status }) => status !== 'revoked')
  return (
    <>
      {running.length > 0 && (
        <fieldset>
          <legend className="vh">Licences to refund</legend>
          {running.map(({ id, plan, keyHint }) => (
            <label className="Pick" key={id}>
              <input type="checkbox" name="licences" value={id} data-row />
              <span>
                {plan} <span className="dim">{describeKey(keyHint)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label="Or a sum"
        note={`at most ${writeDollars(left)}`}
        hint="With neither, all that is left goes back. The next page says what becomes of the licences."
        {...field('amount')}
        inputMode="decimal"
      />
      {why}
    </>
  )
}
