import type { StatementQuestion } from '#shared/desk/form-answer.ts'
import type { Clock, Data } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { isId, newId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'

/** @property id upload id if the file is stored already, otherwise null */
type PendingUpload = { id: string | null; file: Uint8Array; question: StatementQuestion }

/**
 * Stores a file with its question, so that the question has an address. It stays for a day even after an
 * answer, so that people can go back.
 * @returns the upload's id
 */
export async function keepUpload(
  ctx: Data & Clock,
  { id: known, file, question }: PendingUpload,
): Promise<string> {
  const { db } = ctx.database
  const asked = { question: JSON.stringify(question) }
  if (known !== null) {
    await db.updateTable('statement_uploads').set(asked).where('id', '=', known).execute()
    return known
  }
  const moment = momentOf(ctx)
  const id = newId('upl', moment)
  const started_at = moment.now.toISOString()
  await db
    .insertInto('statement_uploads')
    .values({ id, started_at, file, ...asked })
    .execute()
  return id
}

/** @throws AppError 404 `statement_not_found` */
export async function findFile(db: Db, id: string): Promise<Uint8Array> {
  const upload = await uploadsOf(db, id).select('file').executeTakeFirst()
  if (upload?.file) return upload.file
  throw gone()
}

/** @throws AppError 404 `statement_not_found` */
export async function findQuestion(db: Db, id: string): Promise<StatementQuestion> {
  const upload = await uploadsOf(db, id).select('question').executeTakeFirst()
  if (upload?.question) return JSON.parse(upload.question)
  throw gone()
}

/** @param id untrusted */
function uploadsOf(db: Db, id: string) {
  return db.selectFrom('statement_uploads').where('id', '=', isId(id) ? id : '')
}

function gone(): AppError {
  return new AppError(404, 'statement_not_found', 'The file is no longer kept here. Choose it once more.')
}
