import { daySchema } from '#shared/calendar/day-schema.ts'
import { checkoutSchema } from '#shared/orders/checkout.ts'
import { readArguments, readFields, readValue, sumOf, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { enterOrder } from '../shop/checkout/enter-order.ts'
import { type Command, flag, text, textOptions } from './command.ts'
import { printSubject } from './from-endpoints.ts'
import { withShop } from './open.ts'
import { orderSubject } from './order-subject.ts'

export const enter: Command = {
  usage:
    'orders enter NUMBER --date DAY --items SKU=N,… --total 458.00 --name NAME --email ADDRESS [--country AU] [--company NAME] [--code CODE] [--po TEXT] [--invoice INV-000101] [--json]',
  summary:
    'Enters an order that a restore lost, with its number and day, as one that awaits a transfer; then orders mark-paid. Enter them in the order of their invoices: --invoice refuses any number but the next.',
  async run(args) {
    const options = {
      json: flag,
      country: { ...text, default: 'AU' },
      ...textOptions('date', 'items', 'total', 'name', 'email', 'company', 'code', 'po', 'invoice'),
    } as const
    const { values, positionals } = readArguments(args, options, 1)
    const [number] = positionals
    const { date, items, total, name, email, country, company, invoice } = values
    if (!number || !date || !items || !total || !name || !email)
      throw new UsageError(`NUMBER, --date, --items, --total, --name and --email are needed: ${enter.usage}`)
    const sum = sumOf('--total', total)
    const { code, purchaseOrder, ...checkout } = readFields(
      checkoutSchema.omit({ verification: true, customer: true }),
      {
        items: items.split(',').map(readItem),
        expectedTotal: sum,
        paymentMethod: 'invoice',
        acceptTerms: true,
        ...(values.code && { code: values.code }),
        ...(values.po && { purchaseOrder: values.po }),
      },
      { purchaseOrder: '--po' },
    )
    const customer = readFields(
      checkoutSchema.shape.customer,
      { name, email, country, ...(company && { companyName: company }) },
      { companyName: '--company' },
    )
    const day = readValue(daySchema, date, '--date')
    return withShop(async (shop) => {
      const whole = { ...checkout, customer, code, purchaseOrder, verification: '' }
      const { order } = await enterOrder(
        shop,
        { number, day, total: sum, invoice, checkout: whole },
        commandLine,
      )
      return printSubject(shop, orderSubject, { name: order.id, json: values.json })
    })
  },
}

/** Parses "studio=2". */
function readItem(item: string): { sku: string; qty: number } {
  const [sku = '', qty = '1'] = item.split('=')
  return { sku, qty: wholeNumber('--items', qty) }
}
