/** Column types whose names differ between the engines. */
export type Columns = { bytes: 'blob' | 'bytea' }

export const columnsOf: Record<'sqlite' | 'postgres', Columns> = {
  sqlite: { bytes: 'blob' },
  postgres: { bytes: 'bytea' },
}
