import { createHash } from 'node:crypto'
import type { ImportField } from '#shared/desk/import-fields.ts'
import { readLicenceKey } from '#shared/licensing/pasted-key.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { oldKeyLookup } from '../licensing/old-keys.ts'
import { hashDeadKey } from '../licensing/replaced-keys.ts'
import { keyLookup } from '../licensing/stored-key.ts'
import type { Fault, ReadRow } from './read-row.ts'

/** Earlier rows of the same file, by key or order. */
export type Seen = Map<string, { line: number; claim: string }>

/**
 * @property known number of licences already imported
 * @property completed licences imported without a key, which now get it
 * @property seen the new ones, for later rows
 */
export type Judged = {
  fresh: ReadRow[]
  known: number
  completed: { row: ReadRow; licenceId: string }[]
  faults: Fault[]
  seen: Seen
}

/**
 * Separates new licences from known ones. If a key has two owners or products, the first keeps it.
 * @param seen earlier rows not stored yet
 */
export async function judgeRows(
  db: Db,
  rows: readonly ReadRow[],
  { secrets, importId, seen }: { secrets: Secrets; importId: string | null; seen: Seen },
): Promise<Judged> {
  const keyed = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  const known = await findKnown(db, rows, keyed, secrets)
  const knownOf = (row: ReadRow) => known.get(row.key === null ? nameOf(row) : oldKeyLookup(row.key, secrets))
  const ours = await findOurs(db, keyed, secrets)
  const ordered = await findByOrders(db, rows, importId)
  const claimed = new Set(rows.flatMap((row) => knownOf(row)?.licenceId ?? []))
  const asked = new Set(rows.map((row) => `${claimOf(row)} ${row.order}`))
  const judged: Judged = { fresh: [], known: 0, completed: [], faults: [], seen: new Map() }
  for (const row of rows) {
    const name = nameOf(row)
    const claim = claimOf(row)
    const earlier = knownOf(row)
    const before = earlier ?? seen.get(name) ?? judged.seen.get(name)
    const refuse = (detail: string, field: ImportField = 'key') =>
      judged.faults.push({ line: row.line, field, detail })
    if (row.key !== null && ours.has(row.key)) refuse('It is a key of this shop already.')
    else if (!before) judgeByOrder(row, { name, claim, refuse })
    else if (before.claim === claim) judged.known += 1
    else if (earlier && earlier.importId !== importId) refuse('An earlier import gave it to another licence.')
    else refuse(`Line ${before.line} has it, too, for another address or product.`)
  }
  return judged

  /** If the file was read differently before, its rows match licences by order. */
  function judgeByOrder(row: ReadRow, { name, claim, refuse }: Naming): void {
    const open = (ordered.get(row.order ?? '') ?? []).filter(
      ({ licenceId, hasKey }) =>
        !claimed.has(licenceId) && !seen.has(licenceId) && (row.key === null || !hasKey),
    )
    const same = open.find((each) => each.claim === claim)
    if (!same && open.some((each) => !asked.has(`${each.claim} ${row.order}`))) {
      refuse(
        'An earlier import has it for another address or product. If this is one more licence, name its order otherwise.',
        'order',
      )
    } else if (same?.hasMoved && row.key !== null) {
      refuse('An earlier import brought its order along without a key, and the licence has moved since.')
    } else {
      judged.seen.set(name, { line: row.line, claim })
      if (!same) judged.fresh.push(row)
      else judged.known += 1
      if (!same || row.key === null) return
      claimed.add(same.licenceId)
      judged.seen.set(same.licenceId, { line: row.line, claim })
      judged.completed.push({ row, licenceId: same.licenceId })
    }
  }
}

type Naming = { name: string; claim: string; refuse: (detail: string, field?: ImportField) => void }

/** Hash of a row's owner and product. */
export function claimOf({ email, product }: ReadRow): string {
  return createHash('sha256')
    .update(`${foldEmail(email)}\n${product.sku}`)
    .digest('hex')
    .slice(0, 32)
}

/** Identifies a row without a key; null for a row with one. */
export function rowHashOf(row: ReadRow): string | null {
  if (row.key !== null) return null
  return createHash('sha256')
    .update(`${row.order}\n${claimOf(row)}`)
    .digest('hex')
}

function nameOf(row: ReadRow): string {
  return row.key === null ? String(rowHashOf(row)) : hashDeadKey(row.key)
}

type Earlier = { licenceId: string; line: number; claim: string; importId: string }

async function findKnown(
  db: Db,
  rows: readonly ReadRow[],
  keyed: readonly string[],
  secrets: Secrets,
): Promise<Map<string, Earlier>> {
  const lookups = keyed.map((key) => oldKeyLookup(key, secrets))
  const hashes = rows.flatMap((row) => rowHashOf(row) ?? [])
  const byKey = await db
    .selectFrom('old_keys')
    .innerJoin('imported_licences', 'imported_licences.licence_id', 'old_keys.licence_id')
    .select(['key_lookup as name', ...earlierColumns])
    .where('key_lookup', 'in', [...lookups, ''])
    .execute()
  const byRow = await db
    .selectFrom('imported_licences')
    .select(['row_hash as name', ...earlierColumns])
    .where('row_hash', 'in', [...hashes, ''])
    .execute()
  return new Map([...byKey, ...byRow].map(({ name, ...row }) => [String(name), row]))
}

const earlierColumns = [
  'imported_licences.licence_id as licenceId',
  'line',
  'claim',
  'import_id as importId',
] as const

type OfOrder = Pick<Earlier, 'licenceId' | 'claim'> & { hasKey: boolean; hasMoved: boolean }

/** An order shared by more licences identifies none of them. */
const mostOfOrder = 100

/** Licences that other imports created from the rows' orders. */
async function findByOrders(
  db: Db,
  rows: readonly ReadRow[],
  importId: string | null,
): Promise<Map<string, OfOrder[]>> {
  const orders = new Set(rows.flatMap(({ order }) => order ?? []))
  if (orders.size === 0) return new Map()
  const found = await db
    .selectFrom('imported_licences')
    .innerJoin('licences', 'licences.id', 'imported_licences.licence_id')
    .select(['order_reference as order', 'licence_id as licenceId', 'claim', 'moved_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('old_keys')
          .select('key_lookup')
          .whereRef('old_keys.licence_id', '=', 'imported_licences.licence_id'),
      ).as('hasKey'),
    )
    .where('order_reference', 'in', ({ selectFrom, fn }) =>
      selectFrom('imported_licences')
        .select('order_reference')
        .where('order_reference', 'in', [...orders])
        .groupBy('order_reference')
        .having(fn.countAll(), '<=', mostOfOrder),
    )
    .where('import_id', '!=', importId ?? '')
    .orderBy('line')
    .execute()
  return Map.groupBy(
    found.map(({ moved_at, hasKey, ...each }) => ({
      ...each,
      hasKey: Boolean(hasKey),
      hasMoved: moved_at !== null,
    })),
    ({ order }) => String(order),
  )
}

/** Keys that this shop issued, including replaced ones. */
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
    // Replaced keys of other systems are known by their own rows.
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
