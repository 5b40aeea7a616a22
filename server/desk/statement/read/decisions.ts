import {
  type Chosen,
  columnNames,
  type Decisions,
  decisionsSchema,
} from '#shared/desk/statement-decisions.ts'

type ChoiceTexts = { [Part in keyof Decisions]?: string | undefined }

/** Distinguishes the CSVs of banks: the header in lower case, or without one the kinds of the columns. */
export type Layout = { header: string[] } | { kinds: Kind[] }

/** `empty` matches any kind, since another file may fill the column. */
export type Kind = 'date' | 'money' | 'text' | 'empty'

export type Remembered = { decisions: Chosen; layout: Layout }

/** @property undecided parts that the next file must decide itself */
export type StoredLayout = Layout & { undecided?: (keyof Decisions)[] }

/** Keeps the decisions that apply to the next file too. */
export function toRemember(decisions: Decisions, { undecided, ...layout }: StoredLayout): Remembered {
  const decided = Object.entries(decisions).filter(([part]) => !undecided?.includes(part as keyof Decisions))
  return { decisions: Object.fromEntries(decided), layout }
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  if ('header' in one) return 'header' in other && JSON.stringify(one.header) === JSON.stringify(other.header)
  if ('header' in other || one.kinds.length !== other.kinds.length) return false
  return one.kinds.every((kind, index) => {
    const second = other.kinds[index]
    return kind === second || kind === 'empty' || second === 'empty'
  })
}

/** Names the allowed values after a wrong choice. */
export function allowedFor(part: keyof Decisions): string {
  const schema = decisionsSchema.shape[part]
  const words = { columns: columnNames, until: ['a day'], currency: ['a code such as EUR'], out: ['a word'] }
  const allowed = 'options' in schema ? schema.options : words[part as keyof typeof words]
  return `${part[0]?.toUpperCase()}${part.slice(1)} can be ${allowed.join(' ')}.`
}

/**
 * Parses answers from a form, an address or a command line.
 * @returns the name of the first invalid part instead
 */
export function readChosen(said: ChoiceTexts): Chosen | keyof Decisions | null {
  const given = Object.entries(said).flatMap(([part, text]) => {
    if (!text) return []
    return [[part, part === 'columns' ? text.split(',').map((name) => name.trim()) : text.trim()]]
  })
  if (given.length === 0) return null
  const { data, error } = decisionsSchema.partial().safeParse(Object.fromEntries(given))
  return data ?? (error?.issues[0]?.path[0] as keyof Decisions)
}
