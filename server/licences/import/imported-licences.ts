import { importSources } from '#shared/desk/import-fields.ts'
import type { Imported } from '#shared/licensing/imported.ts'
import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { Choices } from './choices.ts'

/** Maps licence ids to their imports. Licences sold here are left out. */
export async function findImported(db: Db, ids: readonly string[]): Promise<Map<string, Imported>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_licences')
    .innerJoin('imports', 'imports.id', 'imported_licences.import_id')
    .leftJoin('old_keys', (join) =>
      join
        .onRef('old_keys.licence_id', '=', 'imported_licences.licence_id')
        .on('old_keys.replaced_at', 'is', null),
    )
    .select(['imported_licences.licence_id as id', 'order_reference', 'old_keys.key_hint as oldHint'])
    .select(['imports.choices', 'imports.started_at as at', 'imports.created_at as created', 'note', 'who'])
    .where('imported_licences.licence_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ id, order_reference: order, oldHint, choices, at, created, note, who }) => {
      const { from: source } = JSON.parse(choices) as Choices
      const from = source && importSources[source]
      return [id, { at: at ?? created, from, order, oldKeyHint: oldHint, note, who }]
    }),
  )
}

/** Finds licences of another shop's order. */
export function findByOldOrder(db: Db, order: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('imported_licences')
    .select('licence_id as id')
    .where('order_reference', '=', order)
    .orderBy('licence_id')
    .executeTakeFirst()
}

/** Licences of one import that the address still owns. */
export function listImportedTo(db: Db, importId: string, email: string) {
  return db
    .selectFrom('imported_licences')
    .innerJoin('licences', 'licences.id', 'imported_licences.licence_id')
    .leftJoin('old_keys', (join) =>
      join.onRef('old_keys.licence_id', '=', 'licences.id').on('old_keys.replaced_at', 'is', null),
    )
    .select(['licences.plan', 'licences.created_at as bought', 'licences.updates_until as until'])
    .select('old_keys.key_hint as oldHint')
    .where('import_id', '=', importId)
    .where('licences.status', '=', 'active')
    .where(sameEmail('licences.email', email))
    .orderBy('licences.created_at')
    .orderBy('licences.id')
    .execute()
}
