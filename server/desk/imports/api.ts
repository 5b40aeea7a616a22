import { z } from 'zod'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import { importListSchema, importSchema, type ListedImport } from '#shared/desk/import-answers.ts'
import { timeListQuerySchema } from '#shared/desk/requests/fields.ts'
import {
  importChoicesSchema,
  importRunSchema,
  importUploadQuerySchema,
} from '#shared/desk/requests/import.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { batchSize } from '../../licences/import/check-import.ts'
import { recheckImport, startImport } from '../../licences/import/imports.ts'
import { findImport, runImport } from '../../licences/import/run-import.ts'
import { openStored } from '../../licences/import/stored-file.ts'
import type { Db } from '../../runtime/db/database.ts'
import { byTime, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { Columns } from '../../web/http/csv.ts'
import { json, textOf } from '../../web/openapi/description.ts'
import { act, list, read, upload } from '../endpoints.ts'
import { toListed, viewImport } from './view-import.ts'

const who = 'licences.import'

/** Most files finish within the request; the rest of a large one continues in the background. */
const rowsAtOnce = 5000

const answer = z.object({ import: importSchema })

const importColumns: Columns<ListedImport> = {
  file: ({ name }) => name,
  read: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  by: ({ who }) => describeWho(who),
  state: ({ state }) => state,
  rows: ({ rows }) => rows,
  done: ({ done }) => done,
  new: ({ created }) => created,
  known: ({ known }) => known,
  refused: ({ refused }) => refused,
}

export const importsApi = [
  ...list(deskApiRoutes.imports, deskApiRoutes.importsCsv, {
    who,
    summary: 'Imports, by default the newest first',
    input: timeListQuerySchema,
    answer: importListSchema,
    columns: importColumns,
    pages({ ctx: { database } }) {
      return (page) => listImports(database.reader, page)
    },
    show: ({ rows: imports, next }) => ({ imports, next }),
  }),
  upload(deskApiRoutes.imports, who, {
    summary: 'Read licences of another shop',
    description: 'A CSV file of 64 MiB at most, not compressed. No licence comes along before `run`.',
    query: importUploadQuerySchema,
    body: textOf('text/csv'),
    answers: { 201: { description: 'What would be done.', content: json(answer) } },
    errors: ['import_unreadable', 'payload_too_large', 'unsupported_media_type', 'invalid_request'],
  }),
  read(deskApiPatterns.import, {
    who,
    summary: 'An import, and how far it is',
    answer: importSchema,
    errors: ['import_not_found'],
    run: async ({ ctx, params }) => viewImport(ctx, await findImport(ctx.database.db, params.id)),
  }),
  act('/api/desk/imports/:id/check', {
    who,
    summary: 'Read the file otherwise',
    input: importChoicesSchema,
    says: 'What would be done.',
    answer,
    errors: ['import_not_found', 'import_started', 'import_file_gone', 'import_unreadable'],
    async run({ ctx, params }, choices) {
      await findImport(ctx.database.db, params.id)
      await recheckImport(ctx, params.id, choices)
      return { import: await viewImport(ctx, await findImport(ctx.database.db, params.id)) }
    },
  }),
  act('/api/desk/imports/:id/run', {
    who,
    summary: 'Bring the licences along',
    description: `Does ${rowsAtOnce} rows at once; more go on by themselves. A repeat changes nothing. With \`choices\` by which it wasn’t checked, it is checked again instead.`,
    says: 'How far it is.',
    answer,
    input: importRunSchema,
    errors: ['import_not_found', 'import_file_gone', 'import_unreadable', 'import_read_otherwise'],
    async run({ ctx, params: { id } }, { choices = null }) {
      await startImport(ctx, id, choices)
      let left = rowsAtOnce / batchSize
      const goesOn = () => left-- > 0
      const run = await runImport(ctx, id, { open: openStored(ctx, id), goesOn, leavesToOthers: true })
      if (run.mailed > 0) ctx.outbox.nudge()
      return { import: await viewImport(ctx, run) }
    },
  }),
]

async function listImports(reader: Db, page: Page<TimeSort>) {
  const found = await readSorted(reader.selectFrom('imports').selectAll(), byTime, page)
  const { rows, next } = toPage(found, byTime, page)
  return { rows: rows.map(toListed), next }
}
