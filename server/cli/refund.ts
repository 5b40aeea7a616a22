import type { RefundPreview } from '#shared/desk/order-answers.ts'
import { describeRevert } from '#shared/desk/refunds.ts'
import { describeKey } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { ordersApi } from '../desk/orders/api.ts'
import { readArguments, sumOf, UsageError } from '../runtime/arguments.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { AppError } from '../web/http/errors.ts'
import { type Command, flag, text, texts } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { perform, printSubject } from './from-endpoints.ts'
import { withShop } from './open.ts'
import { orderSubject } from './order-subject.ts'

export const refund: Command = {
  usage: `orders refund ORDER [--amount 458.00] [--licence ID]… [--reason TEXT] [--credit | --again | --by-transfer] ${finalUsage} [--json]`,
  summary:
    'Refunds the rest, an amount with its cents, such as 458.00, or licences, whose keys end: by card through Stripe, else in the books. In full it revokes all keys. --credit records that credit went back: what was paid too much, or for an order that was cancelled or lapsed. Of a refund that failed, --again tries it once more, and --by-transfer records that you transferred it.',
  async run(args) {
    const options = {
      ...finalOptions,
      json: flag,
      amount: text,
      licence: texts,
      reason: text,
      credit: flag,
      again: flag,
      'by-transfer': flag,
    } as const
    const { values, positionals } = readArguments(args, options, 1)
    const whole = (['credit', 'again', 'by-transfer'] as const).filter((name) => values[name])
    if (whole.length > 1) throw new UsageError(`--${whole.join(' and --')} don’t go together.`)
    const beside = (['amount', 'licence', 'reason'] as const).filter((name) => values[name] !== undefined)
    if (values.credit && beside.length > 0)
      throw new UsageError(`--credit pays the whole credit back, so leave --${beside.join(' and --')} out.`)
    if (whole.length > 0 && beside.length > 0)
      throw new UsageError(
        `--${whole[0]} is for the whole sum that failed, so leave --${beside.join(' and --')} out.`,
      )
    const amount = values.amount === undefined ? undefined : sumOf('--amount', values.amount)
    const wanted = { amount, licences: values.licence, reason: values.reason }
    return withShop(async (shop) => {
      const order = await orderSubject.find(shop, positionals[0])
      const { id, number } = order
      const act = (verb: string, body?: object) =>
        perform(shop, ordersApi, { path: `/api/desk/orders/:id/${verb}`, id, body })
      if (values.again || values['by-transfer']) {
        if (!(await mayGoOn(planOfFailed(order, values.again), number, values))) return 0
        await act(values.again ? 'refund-again' : 'refund-by-transfer')
      } else {
        const body = values.credit ? { credit: true } : wanted
        const preview = await previewOf(act('refunds', body))
        const plan = (values.credit ? planOfCredit : planOfRefund)(order, preview)
        if (!(await mayGoOn(plan, number, values))) return 0
        const whole = values.credit ? {} : { amount: preview.amount }
        await act('refunds', { ...body, ...whole, confirm: number })
      }
      return printSubject(shop, orderSubject, { name: id, ...values })
    })
  },
}

function planOfFailed({ number, refund_failed: amount, currency }: OrderRow, isAgain: boolean): string {
  if (amount === 0) throw new Error(`No refund of order ${number} has failed.`)
  const sum = formatMoney(amount, currency)
  return isAgain
    ? `try once more to refund ${sum} of order ${number}`
    : `tell the books that ${sum} of order ${number} went back by transfer`
}

/**
 * Without a confirmation, the API refuses with a preview.
 * @throws AppError for a refund that can't be done
 */
async function previewOf(refused: Promise<unknown>): Promise<RefundPreview> {
  const error = await refused.catch((error: unknown) => error)
  if (!(error instanceof AppError && error.code === 'confirmation_required')) throw error
  return error.members.preview as RefundPreview
}

function planOfCredit({ number, currency }: OrderRow, { amount }: RefundPreview): string {
  return `tell the books that ${formatMoney(amount, currency)} of order ${number} went back, and its buyer, too`
}

function planOfRefund({ number, currency }: OrderRow, preview: RefundPreview): string {
  const { amount, fee, kept, licences, setsBack, credit } = preview
  const named = licences.map((hint) => `the key ${describeKey(hint)}`).join(', ')
  const whole = setsBack ? describeRevert(setsBack) : 'revoke its keys'
  const keys = kept === 0 ? `, and ${whole}` : named && `, and revoke ${named}`
  const left =
    credit > 0
      ? `, and keep the credit of ${formatMoney(credit, currency)}, which can be refunded on its own`
      : ''
  const forgiven = fee > 0 ? `, ${formatMoney(fee, currency)} of it forgiven as a bank’s fee` : ''
  return `refund ${formatMoney(amount, currency)} of order ${number}${forgiven}${keys}${left}`
}
