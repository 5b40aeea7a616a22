import { useActionData, useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import type { RefundPreview } from '#shared/desk/order-answers.ts'
import { describeRevert } from '#shared/desk/refunds.ts'
import { describeKey } from '#shared/desk/words.ts'
import { aNote } from '#shared/orders/invoice-text.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { HeadSum } from '../ui/desk-page.tsx'
import { Final, NothingChosen } from '../ui/final.tsx'
import { Tag } from '../ui/tag.tsx'
import { useTax } from '../ui/use-tax.ts'

export const loader = loaderById(deskApiRoutes.order, 'orders.refund')

const ways: Record<RefundPreview['through'], { what: string; small: string }> = {
  card: { what: 'Send money back to the card', small: 'On the customer’s statement in 5 to 10 days.' },
  transfer: {
    what: 'Send money back by bank transfer',
    small: 'You transfer it yourself. It stays on Today until it’s sent, and the buyer is told by when.',
  },
  credit: {
    what: 'Enter that you sent it back by bank transfer',
    small: 'Transfer it first: afterwards it no longer stands on Today.',
  },
}

/** Shows the refund's effect, and requires the order's number. */
export function Component() {
  const order = useLoaderData<typeof loader>()
  const refusal = useActionData() as DeskRefusal | undefined
  const tax = useTax()
  const preview = refusal?.preview as RefundPreview | null | undefined
  const back = deskRoutes.order(order.number)
  if (!refusal || !preview) return <NothingChosen title="Refund" back={back} />

  const money = (cents: number) => formatMoney(cents, order.currency)
  const amount = money(preview.amount)
  const keys = preview.licences.length
  return (
    <Final
      title={`Refund ${amount}?`}
      past={{ label: order.number, href: back }}
      lead={`${order.customer.companyName ?? order.customer.name}. Nothing has happened yet.`}
      side={
        <>
          <Tag state={order.status} />
          <HeadSum sum={money(preview.kept)} note={`would be kept of ${money(order.total)}`} />
        </>
      }
      action={deskRoutes.orderAct(order.number, 'refunds')}
      refusal={{ ...refusal, values: { ...refusal.values, seen: preview.seen } }}
      name={order.number}
      label={`Type the order’s number, ${order.number}`}
      button={keys > 0 ? `Refund ${amount} and revoke ${plural(keys, 'key')}` : `Refund ${amount}`}
      will={[
        { ...ways[preview.through], much: amount },
        preview.fee > 0 && {
          what: 'Give back what was forgiven as a bank’s fee, too',
          much: money(preview.fee),
          small: `It never reached your account. Refund ${money(preview.amount - preview.fee)} to give back what did.`,
        },
        ...preview.licences.map((hint) => ({
          what: `Revoke the key ${describeKey(hint)}`,
          much: '1 key',
          small: 'Its machines stop at their next check.',
        })),
        preview.setsBack && {
          what: describeRevert(preview.setsBack).replace(/^s/, 'S'),
          much: '1 licence',
          small: 'As it was without this order.',
        },
        preview.credit > 0 && {
          what: 'Keep the credit, which can be refunded on its own',
          much: money(preview.credit),
          small: 'It came in beyond the order’s total.',
        },
        preview.note && {
          what: `Issue ${aNote(preview.note.tax !== 0)}, numbered when it’s issued`,
          much: `−${money(preview.note.amount)}`,
          small: preview.note.tax === 0 ? 'Without tax.' : `Of it −${money(preview.note.tax)} ${tax.name}.`,
        },
        preview.mailTo !== '' && {
          what: `${preview.note ? 'Mail both' : 'Say so'} to ${preview.mailTo}`,
          much: '1 mail',
          small:
            preview.note || preview.through === 'credit' ? '' : 'Nothing was invoiced, so there’s no note.',
        },
      ]}
    />
  )
}
