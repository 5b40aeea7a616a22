import { useActionData } from 'react-router'
import type { Order, OrderRefusal } from '#shared/orders/orders.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { OrderActForm } from './order-act-form.tsx'

/** Asks where a refund by bank transfer should go, until it's sent. */
export function RefundAccount({ id, refundToSend }: Pick<Order, 'id' | 'refundToSend'>) {
  const data = useActionData() as OrderRefusal | undefined
  if (!refundToSend) return null
  const refusal = data?.act === 'account' ? data : undefined
  const error = (name: string) => refusal?.errors.find(({ pointer }) => pointer === `/${name}`)?.detail
  const { account } = refundToSend
  return (
    <SplitSection className="NoPrint" id="refund-account" title="Where your refund goes">
      <div>
        <p className="Lede">
          {account
            ? `To the account ${account}. If that isn’t right, say which.`
            : 'We send it by bank transfer. Say to which account.'}
        </p>
        <OrderActForm act="account" id={id} className="Form">
          <TextField
            label="Account holder"
            name="holder"
            autoComplete="name"
            required
            defaultValue={refusal?.values.holder}
            error={error('holder')}
          />
          <TextField
            label="Account"
            name="number"
            hint="BSB and number in Australia, otherwise IBAN, or BIC and number."
            autoComplete="off"
            required
            defaultValue={refusal?.values.number}
            error={error('number')}
          />
          <div className="Form-actions">
            <Button quiet>{account ? 'Use this account' : 'Send it there'}</Button>
          </div>
        </OrderActForm>
      </div>
    </SplitSection>
  )
}
