import { createHash } from 'node:crypto'
import { readLicenceKey } from '#shared/licensing/pasted-key.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { oldKeyLookup } from '../licensing/old-keys.ts'
import { hashDeadKey } from '../licensing/replaced-keys.ts'
import { keyLookup } from '../licensing/stored-key.ts'
import type { Fault, ReadRow } from './read-row.ts'

/** Rows of the same file that came before, by their key or order. */
export type Seen = Map<string, { line: number; claim: string }>

/** @property seen the new ones, for the next rows */
export type Judged = { fresh: ReadRow[]; known: number; faults: Fault[]; seen: Seen }

/**
 * Tells new licences from known ones. A key of two owners or products stays with the first.
 * @param seen rows that aren't stored yet
 */
export async function judgeRows(
  db: Db,
  rows: readonly ReadRow[],
  { secrets, importId, seen }: { secrets: Secrets; importId: string | null; seen: Seen },
): Promise<Judged> {
  const keyed = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  const known = await findKnown(db, rows, keyed, secrets)
  const ours = await findOurs(db, keyed, secrets)
  const judged: Judged = { fresh: [], known: 0, faults: [], seen: new Map() }
  for (const row of rows) {
    const name = nameOf(row)
    const claim = claimOf(row)
    const earlier = known.get(row.key === null ? name : oldKeyLookup(row.key, secrets))
    const before = earlier ?? seen.get(name) ?? judged.seen.get(name)
    const refuse = (detail: string) => judged.faults.push({ line: row.line, field: 'key', detail })
    if (row.key !== null && ours.has(row.key)) refuse('It is a key of this shop already.')
    else if (!before) {
      judged.seen.set(name, { line: row.line, claim })
      judged.fresh.push(row)
    } else if (before.claim === claim) judged.known += 1
    else if (earlier && earlier.importId !== importId) refuse('An earlier import gave it to another licence.')
    else refuse(`Line ${before.line} has it, too, for another address or product.`)
  }
  return judged
}

/** Whom and what a row is for. */
export function claimOf({ email, product }: ReadRow): string {
  return createHash('sha256')
    .update(`${foldEmail(email)}\n${product.sku}`)
    .digest('hex')
    .slice(0, 32)
}

/** Identifies a row without a key; null for one with a key. */
export function rowHashOf(row: ReadRow): string | null {
  if (row.key !== null) return null
  return createHash('sha256')
    .update(`${row.order}\n${claimOf(row)}`)
    .digest('hex')
}

function nameOf(row: ReadRow): string {
  return row.key === null ? String(rowHashOf(row)) : hashDeadKey(row.key)
}

type Known = Map<string, { line: number; claim: string; importId: string }>

async function findKnown(
  db: Db,
  rows: readonly ReadRow[],
  keyed: readonly string[],
  secrets: Secrets,
): Promise<Known> {
  const lookups = keyed.map((key) => oldKeyLookup(key, secrets))
  const hashes = rows.flatMap((row) => rowHashOf(row) ?? [])
  const byKey = await db
    .selectFrom('old_keys')
    .innerJoin('imported_licences', 'imported_licences.licence_id', 'old_keys.licence_id')
    .select(['key_lookup as name', 'line', 'claim', 'import_id as importId'])
    .where('key_lookup', 'in', [...lookups, ''])
    .execute()
  const byRow = await db
    .selectFrom('imported_licences')
    .select(['row_hash as name', 'line', 'claim', 'import_id as importId'])
    .where('row_hash', 'in', [...hashes, ''])
    .execute()
  return new Map([...byKey, ...byRow].map(({ name, ...row }) => [String(name), row]))
}

/** Keys that this shop issued itself, those that were replaced too. */
async function findOurs(db: Db, keyed: readonly string[], secrets: Secrets): Promise<Set<string>> {
  const shaped = keyed.filter((key) => readLicenceKey(key) !== null)
  if (shaped.length === 0) return new Set()
  const lookups = new Map(shaped.map((key) => [keyLookup(key, secrets), key]))
  const hashes = new Map(shaped.map((key) => [hashDeadKey(key), key]))
  const issued = await db
    .selectFrom('licences')
    .select('key_lookup')
    .where('key_lookup', 'in', [...lookups.keys()])
    .execute()
  const replaced = await db
    .selectFrom('replaced_keys')
    .select('key_hash')
    .where('key_hash', 'in', [...hashes.keys()])
    // A replaced key of another system is known by its own row.
    .where('key_hash', 'not in', [...(await replacedOldKeys(db, shaped, secrets)), ''])
    .execute()
  return new Set([
    ...issued.map(({ key_lookup }) => String(lookups.get(key_lookup))),
    ...replaced.map(({ key_hash }) => String(hashes.get(key_hash))),
  ])
}

async function replacedOldKeys(db: Db, keys: readonly string[], secrets: Secrets): Promise<string[]> {
  const lookups = new Map(keys.map((key) => [oldKeyLookup(key, secrets), hashDeadKey(key)]))
  const rows = await db
    .selectFrom('old_keys')
    .select('key_lookup')
    .where('key_lookup', 'in', [...lookups.keys()])
    .execute()
  return rows.map(({ key_lookup }) => String(lookups.get(key_lookup)))
}
