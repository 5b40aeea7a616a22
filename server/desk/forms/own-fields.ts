import type { z } from 'zod'
import { importFieldNames } from '#shared/desk/import-fields.ts'
import { toArticle } from '#shared/desk/message-answers.ts'
import type { FieldError } from '#shared/http/problem.ts'
import { type Fields, readAmount, readFields, readInput, readNumber } from './read-fields.ts'

// Forms whose fields aren't those of the act's input.

/** Reads the flat form: "qty/solo" is the quantity of a product, "customer/name" a field of the buyer. */
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

/** Reads a new discount code: `takesOff` is a percentage or dollars, depending on `unit`. */
export function readCodeFields(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const given = Object.entries(values).filter(([, value]) => value !== '')
  const { takesOff, unit, skus, maxUses, maxUsesPerAddress, ...rest } = Object.fromEntries(given)
  const cents = readAmount(takesOff) ?? null
  const errors: FieldError[] =
    cents === null
      ? [{ pointer: '/takesOff', code: 'invalid_format', detail: 'Enter a number, such as 10 or 20.00.' }]
      : []
  const body = {
    ...rest,
    ...(unit === 'amount' ? { amount: cents } : { percent: (cents ?? 0) / 100 }),
    ...(skus !== undefined && { skus: [skus].flat() }),
    maxUses: readNumber(maxUses),
    maxUsesPerAddress: readNumber(maxUsesPerAddress),
  }
  return { values, body, errors }
}

/** An empty `offlineDays` means no limit, which the API writes as 0. */
export function readDetails(form: Record<string, unknown>, input: z.ZodType | undefined): Fields {
  const { values, body, errors } = readInput(form, input)
  return { values, body: { ...body, ...(values.offlineDays === '' && { offlineDays: 0 }) }, errors }
}

/** Each of `articles` is a path, a space and its title. */
export function readAnswer(form: Record<string, unknown>, input: z.ZodType | undefined): Fields {
  const read = readInput(form, input)
  const { articles } = read.values
  if (articles === undefined) return read
  return { ...read, body: { ...read.body, articles: [articles].flat().map(toArticle) } }
}

/** The option that leaves a column or product out. An empty option keeps the guess. */
const leftOut = '-'

/** Each column of the file and each product has its own field. */
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

/** The button that runs the import also sends the current choices, saved or not. */
export function readImportRun(form: Record<string, unknown>): Fields {
  const { values, body: choices, errors } = readImportChoices(form)
  return { values, body: values.from === undefined ? {} : { choices }, errors }
}
