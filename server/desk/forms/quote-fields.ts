import { type Fields, readFields, readNumber } from './read-fields.ts'

/** A form is flat: "qty/solo" is how many of a product, and "customer/name" a member of the buyer. */
export function readQuoteFields(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const under = (folder: string) =>
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${folder}/`) && value !== '' ? [[name.slice(folder.length + 1), value] as const] : [],
    )
  const { code, purchaseOrder, note } = values
  const [days, expectedTotal] = [readNumber(values.days), readNumber(values.expectedTotal)]
  const items = under('qty')
    .map(([sku, qty]) => ({ sku, qty: readNumber(qty) }))
    .filter(({ qty }) => qty !== 0)
  const customer = Object.fromEntries(under('customer'))
  return { values, body: { items, customer, code, purchaseOrder, days, note, expectedTotal }, errors: [] }
}
