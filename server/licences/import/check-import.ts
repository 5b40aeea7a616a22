import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import { type Choices, toReading } from './choices.ts'
import { judgeRows, type Seen } from './judge-rows.ts'
import { type OpenFile, type Row, readRows, type Survey } from './read-csv.ts'
import { cellIn, type Fault, type Reading, type ReadRow, readRow } from './read-row.ts'

export type ImportContext = Data & Keys & Clock & Seller

/** Counts of rows by what an import would do. */
export type Preview = {
  rows: number
  fresh: number
  /** New licences whose updates have ended. */
  ended: number
  known: number
  /** Known licences that get their old key, which an earlier import lacked. */
  completed: number
  refused: number
  /** New licences without a day of purchase, which count as bought today. */
  undated: number
  /** The first faults. */
  faults: Fault[]
  /** Number of rows for each product's name; at most a hundred names. */
  products: { name: string; rows: number }[]
}

export const noPreview: Preview = {
  rows: 0,
  fresh: 0,
  ended: 0,
  known: 0,
  completed: 0,
  refused: 0,
  undated: 0,
  faults: [],
  products: [],
}

export const batchSize = 250
const mostFaults = 500
const mostProducts = 100

/** @property onFaults receives every fault, beyond those in the preview */
type CheckRequest = { survey: Survey; choices: Choices; open: OpenFile; onFaults?: (faults: Fault[]) => void }

/** Reads all rows and changes nothing. */
export async function checkImport(
  ctx: ImportContext,
  { survey, choices, open, onFaults }: CheckRequest,
): Promise<Preview> {
  const reading = toReading(survey, choices)
  const preview: Preview = { ...noPreview, faults: [], products: [] }
  const named = new Map<string, number>()
  const seen: Seen = new Map()
  const now = ctx.clock().toISOString()
  for await (const rows of inBatches(readRows(open, survey))) {
    const read = readBatch(ctx, rows, reading)
    const judged = await ctx.keyring.readSealed(ctx.database.db, (secrets) =>
      judgeRows(ctx.database.db, read.rows, { secrets, importId: null, seen }),
    )
    for (const [name, row] of judged.seen) seen.set(name, row)
    const faults = [...read.faults, ...judged.faults].sort((a, b) => a.line - b.line)
    onFaults?.(faults)
    preview.rows += read.told.length
    preview.fresh += judged.fresh.length
    preview.ended += judged.fresh.filter(({ until }) => until < now).length
    preview.known += judged.known
    preview.completed += judged.completed.length
    preview.undated += judged.fresh.filter(({ isUndated }) => isUndated).length
    preview.refused += read.told.length - judged.fresh.length - judged.known
    preview.faults.push(...faults.slice(0, mostFaults - preview.faults.length))
    for (const row of read.told) {
      const name = cellIn(row.cells, reading.columns.product)
      if (named.has(name) || named.size < mostProducts) named.set(name, (named.get(name) ?? 0) + 1)
    }
    await nextTurn()
  }
  return { ...preview, products: [...named].map(([name, count]) => ({ name, rows: count })) }
}

/** @property told the rows as read, without empty ones */
export type ReadBatch = { rows: ReadRow[]; faults: Fault[]; told: Row[] }

export function readBatch(
  { library, clock }: Pick<ImportContext, 'library' | 'clock'>,
  rows: readonly Row[],
  reading: Reading,
): ReadBatch {
  const { site, pricing } = library.typed
  const shop = { products: pricing.products, timeZone: site.company.timeZone, now: clock() }
  const batch: ReadBatch = { rows: [], faults: [], told: [] }
  for (const row of rows) {
    const read = readRow(row, reading, shop)
    if (read === null) continue
    batch.told.push(row)
    if (Array.isArray(read)) batch.faults.push(...read)
    else batch.rows.push(read)
  }
  return batch
}

export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
