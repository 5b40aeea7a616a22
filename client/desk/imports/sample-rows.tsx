import type { Import } from '#shared/desk/import-answers.ts'
import { type ImportField, importFields } from '#shared/desk/import-fields.ts'
import { Block } from '../ui/block.tsx'
import { FirstRows } from '../ui/first-rows.tsx'

/** The first five rows, with the meaning of each column. */
export function SampleRows({ read: { header, sample, columns, unread } }: { read: Import }) {
  const fieldOf = (column: string) => {
    const [field] = Object.entries(columns).find(([, names]) => names?.includes(column)) ?? []
    if (field) return importFields[field as ImportField]
    // Some shops give the status in several yes/no columns.
    return column === '' || unread.includes(column) ? 'Not used' : importFields.status
  }
  return (
    <Block title="The first rows">
      <FirstRows readAs={header.map(fieldOf)} header={header} rows={sample} />
    </Block>
  )
}
