import type { Import, ListedImport } from '#shared/desk/import-answers.ts'
import type { Data, Keys, Seller } from '../../context.ts'
import { noPreview, type Preview } from '../../licences/import/check-import.ts'
import { type Choices, toReading } from '../../licences/import/choices.ts'
import { listUnread, nameColumns } from '../../licences/import/map-columns.ts'
import { type Survey, sampleOf } from '../../licences/import/read-csv.ts'
import { guessSku } from '../../licences/import/read-row.ts'
import { openStored } from '../../licences/import/stored-file.ts'
import type { ImportRow } from '../../runtime/db/rows/imports.ts'

export async function viewImport(
  ctx: Data & Keys & Pick<Seller, 'library'>,
  row: ImportRow,
): Promise<Import> {
  const { library } = ctx
  const survey = JSON.parse(row.survey) as Survey
  const { header } = survey
  const sample = row.stored === 0 ? [] : await sampleOf(openStored(ctx, row.id), survey)
  const choices = JSON.parse(row.choices) as Choices
  const { fresh, ended, known, completed, refused, undated, faults, products } = previewOf(row)
  const sold = library.typed.pricing.products
  const reading = toReading({ header }, choices)
  return {
    ...toListed(row),
    ...{
      header,
      sample,
      faults,
      fresh,
      ended,
      wouldBeKnown: known,
      completed,
      undated,
      wouldBeRefused: refused,
      mailed: row.mailed,
    },
    from: choices.from,
    map: choices.map,
    dates: choices.dates,
    forGood: choices.forGood,
    mail: choices.mail,
    unread: listUnread(header, reading),
    columns: nameColumns(header, reading.columns),
    products: products.map(({ name, rows }) => ({
      name,
      rows,
      sku: choices.products[name] ?? guessSku(name, sold) ?? null,
    })),
  }
}

export function toListed(row: ImportRow): ListedImport {
  const { id, name, sha256, who, done, created, known, refused } = row
  const { rows } = previewOf(row)
  return {
    id,
    name,
    sha256,
    who,
    createdAt: row.created_at,
    state: stateOf(row),
    rows,
    done,
    created,
    known,
    refused,
  }
}

function stateOf({ started_at, finished_at, stored }: ImportRow): ListedImport['state'] {
  if (finished_at !== null) return 'done'
  if (stored === 0) return 'stopped'
  return started_at === null ? 'checked' : 'running'
}

function previewOf({ preview }: ImportRow): Preview {
  return { ...noPreview, ...JSON.parse(preview ?? '{}') }
}
