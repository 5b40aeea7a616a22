import { importFieldNames } from '#shared/desk/import-fields.ts'
import { type Fields, readFields } from './read-fields.ts'

/** The page's choice that leaves something out. Empty ones keep the guess. */
const leftOut = '-'

/** Fields of one column, and rows of one product, have names of their own. */
export function readImportChoices(form: Record<string, unknown>): Fields {
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
  const body = {
    from: text('from') || null,
    map: Object.fromEntries(map),
    products: Object.fromEntries(products),
    dates: text('dates') || null,
    forGood: text('forGood') !== '',
    mail: text('mail') !== '',
  }
  return { values, body, errors: [] }
}

/** The button that runs the import sends what is chosen, saved or not. */
export function readImportRun(form: Record<string, unknown>): Fields {
  const { values, body: choices, errors } = readImportChoices(form)
  return { values, body: values.from === undefined ? {} : { choices }, errors }
}
