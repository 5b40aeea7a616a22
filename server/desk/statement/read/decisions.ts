import { type DecimalSign, decimalSigns, type Unsigned, unsignedWays } from './amounts.ts'
import { type DateOrder, dateOrders } from './days.ts'

export const columnNames = [
  'date',
  'value_date',
  'text',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'currency',
  'status',
  'ignore',
] as const

export type Column = (typeof columnNames)[number]

/** How all rows of a CSV are read. @property out the word that means money out; null for the usual ones */
export type Decisions = {
  columns: Column[]
  dates: DateOrder
  decimal: DecimalSign
  unsigned: Unsigned
  out: string | null
}

/** What a person chose; the file decides the rest. */
export type Chosen = Partial<Decisions>

type Said = { [Part in keyof Decisions]?: string | undefined }

/** The header, null without one, and the first five rows of a CSV. */
export type Sample = { header: string[] | null; rows: string[][] }

/** One cell that can be read in two ways. */
export type Reading = {
  of: 'dates' | 'decimal' | 'unsigned'
  text: string
  ways: { value: string; reads: string }[]
}

/** Asks a person how a file is read. */
export type Question = Sample & {
  /** Null if nobody can tell the columns. */
  guess: Column[] | null
  dates: DateOrder | null
  decimal: DecimalSign | null
  /** Null also if the file tells. */
  unsigned: Unsigned | null
  out: string | null
  /** Those of a direction column, to choose `out` from. */
  words: string[]
  readings: Reading[]
}

/** Tells one bank's CSV from another's: the header in small letters, or without one what each column holds. */
export type Layout = { header: string[] } | { kinds: Kind[] }

/** An empty column may hold anything in another file. */
export type Kind = 'date' | 'money' | 'text' | 'empty'

/** Parts that neither a cell nor a person decided. */
export type Undecided = ('dates' | 'decimal')[]

export type Remembered = { decisions: Chosen; layout: Layout }

/** What holds for the next file too. */
export function toRemember(decisions: Decisions, { undecided, ...layout }: StoredLayout): Remembered {
  const decided = Object.entries(decisions).filter(([part]) => !undecided?.includes(part as 'dates'))
  return { decisions: Object.fromEntries(decided), layout }
}

export type StoredLayout = Layout & { undecided?: Undecided }

export function isSameLayout(one: Layout, other: Layout): boolean {
  if ('header' in one) return 'header' in other && JSON.stringify(one.header) === JSON.stringify(other.header)
  if ('header' in other || one.kinds.length !== other.kinds.length) return false
  return one.kinds.every((kind, index) => {
    const second = other.kinds[index]
    return kind === second || kind === 'empty' || second === 'empty'
  })
}

/** For whoever chose something else. */
export function allowedFor(part: keyof Decisions): string {
  const allowed = {
    columns: columnNames,
    dates: dateOrders,
    decimal: decimalSigns,
    unsigned: unsignedWays,
    out: ['a word'],
  }[part]
  return `${part[0]?.toUpperCase()}${part.slice(1)} can be ${allowed.join(' ')}.`
}

/** Reads what a form, an address or a command line says. @returns the name of the first wrong part instead */
export function readChosen(said: Said): Chosen | keyof Decisions | null {
  if (!Object.values(said).some(Boolean)) return null
  const columns = said.columns?.split(',').map((name) => columnNames.find((each) => each === name.trim()))
  const dates = dateOrders.find((order) => order === said.dates)
  const decimal = decimalSigns.find((sign) => sign === said.decimal)
  const unsigned = unsignedWays.find((way) => way === said.unsigned)
  if (columns?.includes(undefined)) return 'columns'
  if (said.dates && !dates) return 'dates'
  if (said.decimal && !decimal) return 'decimal'
  if (said.unsigned && !unsigned) return 'unsigned'
  return {
    ...(columns && { columns: columns as Column[] }),
    ...(dates && { dates }),
    ...(decimal && { decimal }),
    ...(unsigned && { unsigned }),
    ...(said.out && { out: said.out.trim().slice(0, 40) }),
  }
}
