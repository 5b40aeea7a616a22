type Row = Record<string, unknown>

/** `a.b` sets `b` of the object `a`, `list[0].name` a member of a list. A header with an empty part is taken literally. */
export function nestCell(row: Row, header: string, cell: string): void {
  const isNested = header.includes('.') && !header.split('.').includes('')
  const names = isNested ? header.split(/[.[\]]+/).filter((name) => name !== '') : [header]
  // This prevents prototype pollution.
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

/** The limit keeps `a.4000000000` from making a list of that length. */
function isIndex(name = ''): boolean {
  return /^(0|[1-9]\d{0,2})$/.test(name)
}
