/** Moves the real focus, so everything else works as without keys. */
export function focusRow(document: Document, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) =>
    row.checkVisibility(),
  )
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
  rows[next]?.focus()
}

/** Ticks the row that has the focus, or takes the tick away. */
export function tickRow(document: Document): void {
  const row = document.activeElement?.closest('tr, li, label')
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}
