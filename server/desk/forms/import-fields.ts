import { importFieldNames } from '#shared/desk/import-fields.ts'
import { type Fields, readFields } from './read-fields.ts'

/** The page's choice that leaves something out. Empty ones keep the guess. */
const leftOut = '-'

/** Fields of one column, and rows of one product, have names of their own. */
export function readImportFields(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const text = (name: string) => String(values[name] ?? '')
  const map = importFieldNames.flatMap((field) => {
    const chosen = text(`map-${field}`)
    return chosen === '' ? [] : [[field, chosen === leftOut ? '' : chosen.replace(/^=/, '')]]
  })
  const names = Object.keys(values).filter((name) => /^product-\d{1,3}$/.test(name))
  const products = names.flatMap((name) => {
    const sku = text(name.replace('product', 'sku'))
    return sku === '' ? [] : [[text(name), sku === leftOut ? '' : sku]]
  })
  const choices = {
    from: text('from') || null,
    map: Object.fromEntries(map),
    products: Object.fromEntries(products),
    dates: text('dates') || null,
    mail: text('mail') !== '',
  }
  // The button that runs the import sends what is chosen, saved or not.
  const body = { ...choices, ...(values.from !== undefined && { choices }) }
  return { values, body, errors: [] }
}
