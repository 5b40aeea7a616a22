import { maxImportBytes, sizeInWords } from '#shared/http/body-limit.ts'
import type { Data, Keys } from '../../context.ts'
import { seal, unseal } from '../../runtime/keys/seal.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import type { ImportContext } from './check-import.ts'
import type { OpenFile } from './read-csv.ts'

const chunkBytes = 128 * 1024

/**
 * Stores the file encrypted in the database, because any process may continue the import.
 * @throws AppError 413 for too large a file
 */
export async function storeFile(
  ctx: ImportContext,
  id: string,
  file: AsyncIterable<Uint8Array>,
): Promise<void> {
  const moment = momentOf(ctx)
  let [n, bytes, waiting] = [0, 0, Buffer.alloc(0)]
  for await (const part of file) {
    bytes += part.length
    if (bytes > maxImportBytes)
      throw new AppError(413, 'payload_too_large', `The file is larger than ${sizeInWords(maxImportBytes)}.`)
    waiting = Buffer.concat([waiting, part])
    while (waiting.length >= chunkBytes) {
      await storeChunk(ctx, { id, n, bytes: waiting.subarray(0, chunkBytes) }, moment)
      waiting = waiting.subarray(chunkBytes)
      n += 1
    }
  }
  if (waiting.length > 0) await storeChunk(ctx, { id, n, bytes: waiting }, moment)
}

async function storeChunk(
  { database, keyring }: Data & Keys,
  { id, n, bytes }: { id: string; n: number; bytes: Uint8Array },
  moment: Moment,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const secrets = await keyring.holdSecrets(trx)
    const sealing = { key: secrets.of(purpose), row: rowOf(id, n), random: moment.random }
    const row = { import_id: id, n, sealed: seal(bytes, sealing), created_at: moment.now.toISOString() }
    await trx.insertInto('import_chunks').values(row).execute()
  })
}

export function openStored({ database: { db }, keyring }: Data & Keys, id: string): OpenFile {
  return async function* () {
    for (let n = 0; ; n += 1) {
      const chunk = await keyring.readSealed(db, async (secrets) => {
        const row = await db
          .selectFrom('import_chunks')
          .select('sealed')
          .where('import_id', '=', id)
          .where('n', '=', n)
          .executeTakeFirst()
        return row ? unseal(row.sealed, { key: secrets.of(purpose), row: rowOf(id, n) }) : null
      })
      if (chunk === null) return
      yield chunk
    }
  }
}

const purpose = 'import file'

function rowOf(id: string, n: number): string {
  return `import_chunks ${id} ${n}`
}
