import type { Engine } from '../database.ts'

/** What differs between the engines: their own SQL, and the names of column types. */
export type Columns = {
  engine: Engine
  bytes: 'blob' | 'bytea'
  /** A member of an object that a column holds as JSON, as text. */
  member(column: string, name: string): string
}

export const columnsOf: Record<Engine, Columns> = {
  sqlite: { engine: 'sqlite', bytes: 'blob', member: (column, name) => `${column} ->> '${name}'` },
  postgres: {
    engine: 'postgres',
    bytes: 'bytea',
    member: (column, name) => `${column}::jsonb ->> '${name}'`,
  },
}
