import { kindsOf } from './guess-columns.ts'

/** Tells one bank's CSV from another's: the header in small letters, or without one what each column holds. */
export type Layout = { header: string[] } | { kinds: Kind[] }

/** An empty column may hold anything in another file. */
export type Kind = 'date' | 'money' | 'text' | 'empty'

export function layoutOf(header: string[] | null, rows: string[][]): Layout {
  return header ? { header: header.map((name) => name.toLowerCase()) } : { kinds: kindsOf(rows) }
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  if ('header' in one) return 'header' in other && JSON.stringify(one) === JSON.stringify(other)
  if ('header' in other || one.kinds.length !== other.kinds.length) return false
  return one.kinds.every((kind, index) => {
    const second = other.kinds[index]
    return kind === second || kind === 'empty' || second === 'empty'
  })
}
