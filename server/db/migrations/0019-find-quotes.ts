import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

const columns = 'kind, subject, source, at, words'
const watched = 'customer_name, company_name, customer_email, purchase_order'

function values(row: string): string {
  const compact = (column: string) => `replace(replace(${row}.${column}, '-', ''), ' ', '')`
  const texts = ['number', ...watched.split(', ')].map((column) => `${row}.${column}`)
  const words = [...texts, compact('number'), compact('purchase_order')].join(', ')
  return `'quote', ${row}.id, 'quotes:' || ${row}.id, ${row}.created_at, concat_ws(' ', ${words})`
}

const upsert = `insert into search_entries (${columns}) values (${values('new')})
  on conflict (source) do update set words = excluded.words`

/** Finds quotes as 0015 finds orders. */
export async function up(db: Kysely<unknown>, { engine }: Columns): Promise<void> {
  const triggers =
    engine === 'sqlite'
      ? [
          `create trigger quotes_found after insert on quotes begin ${upsert}; end`,
          `create trigger quotes_found_changed after update of ${watched} on quotes begin ${upsert}; end`,
        ]
      : [
          `create function quotes_find() returns trigger language plpgsql as $$
            begin ${upsert}; return null; end $$`,
          `create trigger quotes_found after insert or update of ${watched} on quotes
            for each row execute function quotes_find()`,
        ]
  const statements = [
    `insert into search_entries (${columns}) select ${values('filled')} from quotes as filled order by created_at`,
    ...triggers,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
