type Row = Record<string, unknown>

/**
 * Puts a cell under its header: `a.b` is `b` of the object `a`, `list.0` or `list[0].name` stand in a list.
 * A header with nothing between two dots is a name as it stands.
 */
export function nestCell(row: Row, header: string, cell: string): void {
  const isNested = header.includes('.') && !header.split('.').includes('')
  const names = isNested ? header.split(/[.[\]]+/).filter((name) => name !== '') : [header]
  // A header must not reach what all objects share.
  if (names.some((name) => name === '__proto__')) return
  let holder = row
  names.slice(0, -1).forEach((name, index) => {
    const known = Object.hasOwn(holder, name) ? holder[name] : undefined
    const next = typeof known === 'object' ? known : isIndex(names[index + 1]) ? [] : {}
    holder[name] = next
    holder = next as Row
  })
  holder[names.at(-1) as string] = cell
}

/** Small, so that `a.4000000000` makes no list of that length. */
function isIndex(name = ''): boolean {
  return /^(0|[1-9]\d{0,2})$/.test(name)
}
