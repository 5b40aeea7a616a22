import type { Engine } from '../database.ts'

/** What differs between the engines: their own SQL, and the names of column types. */
export type Columns = { engine: Engine; bytes: 'blob' | 'bytea' }

export const columnsOf: Record<Engine, Columns> = {
  sqlite: { engine: 'sqlite', bytes: 'blob' },
  postgres: { engine: 'postgres', bytes: 'bytea' },
}
