import { apostrophes, spellings } from '../../fold.ts'
import { type Columns, columnsOf } from './columns.ts'

type Engine = Columns['engine']

type Part = {
  table: string
  of: string
  texts: string[]
  /** The only kind of its rows that counts. */
  kind?: string
}
type Subject = {
  table: string
  kind: string
  texts: string[]
  /** Those of which any part is found. */
  names: string[]
  /** When it was made; "created_at" unless given. */
  time?: string
  /** A condition on `it`, for a table that isn't searched as a whole. */
  only?: string
  /** What its list filters by. */
  facets: string[]
  /** The columns whose updates change these; texts and facets themselves unless given. */
  written?: string[]
  part?: Part
}

const ofBuyer = {
  texts: ['number', 'customer_name', 'company_name', 'customer_email', 'purchase_order'],
  names: ['customer_name', 'company_name'],
}

const subjects: Subject[] = [
  {
    table: 'orders',
    kind: 'order',
    ...ofBuyer,
    facets: ['status', 'payment_method'],
    written: ['number', 'buyer', 'status', 'payment_method'],
    part: { table: 'invoices', of: 'order_id', texts: ['number'] },
  },
  {
    table: 'quotes',
    kind: 'quote',
    ...ofBuyer,
    texts: [...ofBuyer.texts, 'content'],
    facets: ['state'],
    written: ['number', 'buyer', 'order_id', 'withdrawn_at'],
  },
  {
    table: 'licences',
    kind: 'licence',
    texts: ['key_hint', 'key_groups', 'known_as', 'licensed_name', 'licensed_company', 'email'],
    names: ['licensed_name', 'licensed_company'],
    facets: ['status'],
    part: { table: 'activations', of: 'licence_id', texts: ['machine_name', 'machine_id'] },
  },
  {
    table: 'messages',
    kind: 'message',
    texts: ['reference', 'name', 'email', 'message'],
    names: ['name'],
    facets: [],
    part: { table: 'mails', of: 'message_id', texts: ['params'], kind: 'contact_answer' },
  },
  {
    table: 'audit_entries',
    kind: 'note',
    texts: ['after'],
    names: [],
    time: 'at',
    only: `it.act in ('order.note', 'customer.note')`,
    facets: [],
  },
]

/**
 * Full-text search. Each subject has one entry of all its texts, and newer subjects have higher ids. Triggers keep it, so no
 * writer can forget it.
 */
export function searchOf(engine: Engine): string[] {
  return engine === 'sqlite' ? onSqlite() : onPostgres()
}

function replaceAll(text: string, pairs: (readonly [letter: string, spelling: string])[]): string {
  return pairs.reduce((inner, [letter, spelling]) => `replace(${inner}, '${letter}', '${spelling}')`, text)
}

/** Both tokenizers take accents away, but know small letters alone. */
const letters = spellings.flatMap(([letter, plain, spelled = plain]) =>
  [...new Set([letter, letter.toUpperCase(), ...(letter === 'ß' ? ['ẞ'] : [])])]
    .filter((each) => each.toLowerCase() === letter.toLowerCase())
    .map((each) => ({ each, plain: each.normalize('NFD') === each ? plain : each, spelled })),
)

/** "O'Müller" is found by "o", "muller" and "omueller". */
function spellOut(text: string): string {
  const plain = replaceAll(
    text,
    letters.map(({ each, plain }) => [each, plain]),
  )
  const marks = apostrophes.map((mark) => [mark.replace("'", "''"), ''] as const)
  const spelled = replaceAll(text, [
    ...marks,
    ...letters.map(({ each, spelled }) => [each, spelled] as const),
  ])
  return `case when ${spelled} = ${plain} then ${plain} else ${plain} || ' ' || ${spelled} end`
}

const compact = (text: string) => `replace(replace(${text}, '-', ''), ' ', '')`

/** What is searched of a column that holds JSON. */
const memberOf: Record<string, string> = { after: 'text', params: 'text', content: 'note' }

/** "INV-000343" is found by "343", "INV343" and "INV000343" too. */
function formsOf(text: string, engine: Engine): string[] {
  const member = memberOf[text.split('.')[1] ?? '']
  if (member) return [columnsOf[engine].member(text, member)]
  if (text.endsWith('.purchase_order')) return [text, compact(text)]
  if (!text.endsWith('.number')) return [text]
  const [series, rest] =
    engine === 'sqlite'
      ? [`substr(${text}, 1, instr(${text}, '-') - 1)`, `substr(${text}, instr(${text}, '-') + 1)`]
      : [`split_part(${text}, '-', 1)`, `split_part(${text}, '-', 2)`]
  const count = `ltrim(${rest}, '0')`
  return [text, compact(text), count, `${series} || ${count}`]
}

/** Writes the entries of some subjects. @param where a condition on `it` */
function write(subject: Subject, where: string, engine: Engine): string {
  const { table, kind, texts, names, facets, part, time = 'created_at', only = 'true' } = subject
  const wordsOf = (row: string, names: string[]) =>
    `concat_ws(' ', ${names.flatMap((name) => formsOf(`${row}.${name}`, engine)).join(', ')})`
  const own = wordsOf('it', texts)
  const join = engine === 'sqlite' ? 'group_concat' : 'string_agg'
  const words = part
    ? `concat_ws(' ', ${own}, (select ${join}(${wordsOf('part', part.texts)}, ' ')
        from ${part.table} as part where part.${part.of} = it.id and ${isPart('part', part)}))`
    : own
  const ownNames = names.length > 0 ? wordsOf('it', names) : `''`
  const filters = `concat_ws(' ', ${[`'${kind}'`, ...facets.map((name) => `replace(it.${name}, '_', '')`)].join(', ')})`
  return `insert into search_entries (kind, subject, facets, words, names)
    select '${kind}', id, facets, ${spellOut('words')}, ${spellOut('names')} from (
      select it.id, it.${time} as made_at, ${filters} as facets, ${words} as words, ${ownNames} as names
      from ${table} as it where ${where} and ${only}
    ) as found where true order by made_at, id
    on conflict (kind, subject) do update
    set facets = excluded.facets, words = excluded.words, names = excluded.names
    where search_entries.facets <> excluded.facets or search_entries.words <> excluded.words
      or search_entries.names <> excluded.names`
}

function onSqlite(): string[] {
  const index = (row: string) => `${row}.id, ${row}.facets, ${row}.words`
  const inside = (row: string) => `${row}.id, ${row}.marked`
  const forget = `insert into search_index (search_index, rowid, facets, words) values ('delete', ${index('old')});
    insert into search_names (search_names, rowid, marked) values ('delete', ${inside('old')})`
  const learn = `insert into search_index (rowid, facets, words) values (${index('new')});
    insert into search_names (rowid, marked) values (${inside('new')})`
  return [
    `create table search_entries (
      id integer primary key,
      kind text not null,
      subject text not null,
      facets text not null,
      words text not null,
      names text not null,
      marked text not null generated always as ('<' || substr(kind, 1, 1) || '>' || names) virtual,
      unique (kind, subject)
    )`,
    `create virtual table search_index using fts5(
      facets, words, content='search_entries', content_rowid='id',
      tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6 7 8 9 10 11 12'
    )`,
    // Merging later halves the time of an import, and costs a search little.
    `insert into search_index (search_index, rank) values ('automerge', 8)`,
    // Three letters in a row are a word of it. The kind's mark is one, too, so that no other kind is read.
    `create virtual table search_names using fts5(
      marked, content='search_entries', content_rowid='id',
      tokenize='trigram remove_diacritics 1', detail='none', columnsize=0
    )`,
    `create trigger search_entries_added after insert on search_entries begin ${learn}; end`,
    `create trigger search_entries_changed after update on search_entries begin ${forget}; ${learn}; end`,
    ...subjects.flatMap((subject) => {
      const { table, texts, facets, written = [...texts, ...facets], part } = subject
      const own = write(subject, 'it.id = new.id', 'sqlite')
      return [
        `create trigger ${table}_found after insert on ${table} begin ${own}; end`,
        `create trigger ${table}_found_changed after update of ${written.join(', ')} on ${table} begin ${own}; end`,
        ...(part ? partTriggers(part, (row) => write(subject, `it.id = ${row}.${part.of}`, 'sqlite')) : []),
      ]
    }),
  ]
}

function partTriggers(part: Part, writeOf: (row: string) => string): string[] {
  const { table, texts } = part
  const onRow = (row: string) => `on ${table} when ${isPart(row, part)} begin ${writeOf(row)}; end`
  return [
    `create trigger ${table}_found after insert ${onRow('new')}`,
    `create trigger ${table}_found_changed after update of ${texts.join(', ')} ${onRow('new')}`,
    `create trigger ${table}_lost after delete ${onRow('old')}`,
  ]
}

function isPart(row: string, { kind }: Part): string {
  return kind ? `${row}.kind = '${kind}'` : 'true'
}

/** As the tokenizer of SQLite folds and splits: no accents, small letters, no punctuation. */
const folded = (text: string) => `regexp_replace(
  lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')),
  '[^a-z0-9\\u00aa-\\u1fff\\u2c00-\\ud7ff\\uf900-\\uffef]+', ' ', 'g'
)`

function onPostgres(): string[] {
  return [
    // A generated column takes no query of its own.
    `create function trigrams_in(names text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct '~' || substr(word, place, 3)), '{}'::text[])
      from regexp_split_to_table(names, ' ') as word, generate_series(1, length(word) - 2) as place $$`,
    `create table search_entries (
      id bigint generated by default as identity,
      kind text not null,
      subject text not null,
      facets text not null,
      words text not null,
      names text not null,
      lexemes tsvector generated always as (
        array_to_tsvector(array_remove(
          string_to_array('=' || replace(facets, ' ', ' =') || ' ' || ${folded('words')}, ' '), '')
          || trigrams_in(${folded('names')}))
      ) stored,
      primary key (kind, id),
      unique (kind, subject)
    )`,
    ...subjects.flatMap((subject) => {
      const { table, texts, facets, written = [...texts, ...facets], part } = subject
      return [
        ...trigger(
          table,
          'found',
          `insert or update of ${written.join(', ')}`,
          write(subject, 'it.id = new.id', 'postgres'),
        ),
        ...(part
          ? [
              ...trigger(
                part.table,
                'found',
                `insert or update of ${part.texts.join(', ')}`,
                write(subject, `it.id = new.${part.of}`, 'postgres'),
                isPart('new', part),
              ),
              ...trigger(
                part.table,
                'lost',
                'delete',
                write(subject, `it.id = old.${part.of}`, 'postgres'),
                isPart('old', part),
              ),
            ]
          : []),
      ]
    }),
    ...subjects.map(
      ({ table, kind }) =>
        `create index search_${table} on search_entries using gin (lexemes) where kind = '${kind}'`,
    ),
  ]
}

function trigger(table: string, name: string, events: string, statement: string, when = 'true'): string[] {
  return [
    `create function ${table}_${name}() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$`,
    `create trigger ${table}_${name} after ${events} on ${table}
      for each row when (${when}) execute function ${table}_${name}()`,
  ]
}
