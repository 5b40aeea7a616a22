import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { importChoicesSchema } from '#shared/desk/requests/import.ts'
import type { Db } from '../../runtime/db/database.ts'
import { invalidField } from '../../web/http/parse.ts'
import { nameOf } from './columns.ts'
import { guessSource, mapColumns, placeColumns } from './map-columns.ts'
import type { Survey } from './read-csv.ts'
import type { Reading } from './read-row.ts'

/** A person's decisions about a file. */
export type Choices = z.output<typeof importChoicesSchema>

/** Recalls the last choices for these columns, or guesses from the header. Never recalls `mail`. */
export async function recallChoices(db: Db, header: readonly string[]): Promise<Choices> {
  const known = await db
    .selectFrom('import_layouts')
    .select('choices')
    .where('layout', '=', layoutOf(header))
    .executeTakeFirst()
  const guessed = { from: guessSource(header), map: {}, products: {}, dates: null, forGood: false }
  return { ...guessed, ...(known && (JSON.parse(known.choices) as Choices)), mail: false }
}

export async function rememberChoices(db: Db, header: readonly string[], choices: Choices): Promise<void> {
  const row = { layout: layoutOf(header), choices: JSON.stringify(choices) }
  await db
    .insertInto('import_layouts')
    .values(row)
    .onConflict((conflict) => conflict.column('layout').doUpdateSet({ choices: row.choices }))
    .execute()
}

/** @throws AppError 422 if the file lacks a chosen column */
export function toReading(
  { header }: Pick<Survey, 'header'>,
  { from, map, products, dates, forGood }: Choices,
): Reading {
  const columns = mapColumns(header, from, map)
  if (typeof columns !== 'string') {
    const places = placeColumns(header, from, columns)
    return { from, columns, width: header.length, ...places, products, dates, forGood }
  }
  const [field] = Object.entries(map).find(([, name]) => name === columns) ?? ['']
  const detail = `The file has no column “${columns.slice(0, 60)}”.`
  throw invalidField(`/map/${field}`, detail)
}

function layoutOf(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map(nameOf)))
    .digest('hex')
}
