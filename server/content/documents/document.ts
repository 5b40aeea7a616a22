/** A field that is present but undefined is parsed from `text` on demand, because trees take far more memory. */
export type ContentDocument = {
  readonly path: string
  readonly dir: string
  readonly fields: Fields
  readonly answer: Fields
  /** Length in characters of `text`. */
  readonly excerptLength?: number
}

export type Fields = { readonly [name: string]: unknown }

/** @param fields include `path` and `dir` */
export function createDocument(fields: Fields, excerptLength?: number): ContentDocument {
  const { path, dir } = fields as { path: string; dir: string }
  return { path, dir, fields, answer: toAnswer(fields), excerptLength }
}

function toAnswer(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toPlain(value)]))
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date || Buffer.isBuffer(value)) return value.toJSON()
  if (Array.isArray(value)) {
    const items = value.map((item) => toPlain(item) ?? null)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  const entries = Object.entries(value)
  const plain = entries.map(([key, item]) => [key, toPlain(item)] as const)
  const unchanged = plain.every(([, item], index) => item === entries[index]?.[1] && item !== undefined)
  return unchanged ? value : Object.fromEntries(plain.filter(([, item]) => item !== undefined))
}
