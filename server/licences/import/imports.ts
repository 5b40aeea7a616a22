import { importFieldNames } from '#shared/desk/import-fields.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { ImportRow } from '../../runtime/db/rows/imports.ts'
import { newId } from '../../runtime/ids.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { checkImport, type ImportContext, type Preview } from './check-import.ts'
import { type Choices, recallChoices, rememberChoices } from './choices.ts'
import { type Survey, surveyFile } from './read-csv.ts'
import { guessSku } from './read-row.ts'
import { dropFile, findImport } from './run-import.ts'
import { openStored, storeFile } from './stored-file.ts'

type NewImport = {
  id: string
  name: string
  survey: Survey
  choices: Choices
  preview: Preview | null
  stored: boolean
  who: string
}

/** Stores an uploaded file, and reads it with guessed columns. @returns the import's id */
export async function takeFile(
  ctx: ImportContext,
  { name, file, who }: { name: string; file: AsyncIterable<Uint8Array>; who: string },
): Promise<string> {
  const id = newId('imp', momentOf(ctx))
  try {
    await storeFile(ctx, id, file)
    const open = openStored(ctx, id)
    const survey = await surveyFile(open)
    const choices = await recallChoices(ctx.database.db, survey.header)
    const preview = await checkImport(ctx, { survey, choices, open })
    await addImport(ctx.database.db, { id, name, survey, choices, preview, stored: true, who }, momentOf(ctx))
    return id
  } catch (error) {
    await dropFile(ctx.database.db, id)
    throw error
  }
}

/**
 * Reads the file again with these choices.
 * @throws AppError 404 `import_not_found`, 409 `import_started`, `import_file_gone`
 */
export async function recheckImport(ctx: ImportContext, id: string, choices: Choices): Promise<void> {
  const { db } = ctx.database
  const { survey, started_at, stored } = await findImport(db, id)
  if (started_at !== null) throw started()
  if (stored === 0) throw gone()
  const preview = await checkImport(ctx, { survey: JSON.parse(survey), choices, open: openStored(ctx, id) })
  const changed = await db
    .updateTable('imports')
    .set({ choices: JSON.stringify(choices), preview: JSON.stringify(preview) })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw started()
}

/**
 * Starts an import, which continues in the background. Repeating it changes nothing.
 * @param said choices on the person's page, which may not be those checked
 * @throws AppError 404 `import_not_found`, 409 `import_file_gone`, `import_read_otherwise`
 */
export async function startImport(
  ctx: ImportContext,
  id: string,
  said: Choices | null = null,
): Promise<void> {
  const { db } = ctx.database
  const found = await findImport(db, id)
  if (found.started_at !== null) return
  if (found.stored === 0) throw gone()
  if (said !== null && !isReadSo(ctx, found, said)) {
    await recheckImport(ctx, id, said)
    const detail = 'You changed how it is read. Look at what would be imported now, and press again.'
    throw new AppError(409, 'import_read_otherwise', detail)
  }
  const { header } = JSON.parse(found.survey) as Survey
  await db.transaction().execute(async (trx) => {
    const begun = await trx
      .updateTable('imports')
      .set({ started_at: ctx.clock().toISOString() })
      .where('id', '=', id)
      .where('started_at', 'is', null)
      .where('stored', '=', 1)
      .executeTakeFirst()
    // Another person started it meanwhile, or its file was deleted.
    if (begun.numUpdatedRows === 0n && (await findImport(trx, id)).started_at === null) throw gone()
    await rememberChoices(trx, header, JSON.parse(found.choices))
  })
}

/** Whether the import was checked with these choices. Our own products' names need no choice. */
function isReadSo({ library }: ImportContext, { choices, preview }: ImportRow, said: Choices): boolean {
  const { products } = JSON.parse(preview ?? '{"products":[]}') as Preview
  const sold = library.typed.pricing.products
  const facts = ({ from, map, products: skus, dates, forGood, mail }: Choices) => [
    ...[from, dates, forGood, mail],
    ...importFieldNames.map((field) => map[field] ?? null),
    ...products.map(({ name }) => skus[name] ?? guessSku(name, sold) ?? null),
  ]
  return JSON.stringify(facts(JSON.parse(choices))) === JSON.stringify(facts(said))
}

/**
 * Opens an import for the command line, whose file isn't stored. Equal file and choices continue an earlier
 * one.
 * @returns its id
 */
export async function openImport(
  ctx: ImportContext,
  { name, survey, choices, preview, who }: Omit<NewImport, 'id' | 'stored'>,
): Promise<string> {
  const { db } = ctx.database
  const left = await db
    .selectFrom('imports')
    .select('id')
    .where('sha256', '=', survey.sha256)
    .where('choices', '=', JSON.stringify(choices))
    .where('stored', '=', 0)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (left) return left.id
  const moment = momentOf(ctx)
  const id = newId('imp', moment)
  await db.transaction().execute(async (trx) => {
    await addImport(trx, { id, name, survey, choices, preview, stored: false, who }, moment)
    await rememberChoices(trx, survey.header, choices)
  })
  return id
}

async function addImport(
  db: Db,
  { id, name, survey, choices, preview, stored, who }: NewImport,
  { now }: Pick<Moment, 'now'>,
): Promise<void> {
  const row = {
    id,
    name,
    who,
    sha256: survey.sha256,
    stored: Number(stored),
    survey: JSON.stringify(survey),
    choices: JSON.stringify(choices),
    preview: preview && JSON.stringify(preview),
    created_at: now.toISOString(),
    // The command has its file at hand, so its import starts at once.
    started_at: stored ? null : now.toISOString(),
  }
  await db.insertInto('imports').values(row).execute()
}

function started(): AppError {
  return new AppError(
    409,
    'import_started',
    'The import has begun. Upload the file again to read it otherwise.',
  )
}

function gone(): AppError {
  return new AppError(
    409,
    'import_file_gone',
    'The file is no longer kept. Upload it again: nothing comes in twice.',
  )
}
