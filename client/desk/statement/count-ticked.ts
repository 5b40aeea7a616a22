/** Shows the number and sum of the chosen lines in the bar, and disables its button if there are none. */
export function startCounting(document: Document): void {
  const lines = document.querySelector('[data-ticked-lines]')
  const sum = document.querySelector<HTMLElement>('[data-ticked-sum]')
  const button = sum?.closest('form')?.querySelector('button')
  if (!lines || !sum || !button) return
  const { tickedSum: currency } = sum.dataset
  const money = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) leaveOther(document, target)
    count()
  })
  document.defaultView?.addEventListener('pageshow', count)
  count()

  function count(): void {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-cents]')]
    const chosen = fields.filter(isChosen)
    const cents = chosen.reduce((total, { dataset }) => total + Number(dataset.cents), 0)
    if (lines) lines.textContent = chosen.length === 1 ? '1 line' : `${chosen.length} lines`
    if (sum) sum.textContent = money.format(cents / 100)
    if (button) button.disabled = chosen.length === 0
  }
}

/** Keeps a line's typed order and its offered orders mutually exclusive. */
function leaveOther(document: Document, field: HTMLInputElement): void {
  const [, of, n] = /^(line|other)-(\d+)$/.exec(field.name) ?? []
  if (!of || !isChosen(field)) return
  const others = document.getElementsByName(`${of === 'line' ? 'other' : 'line'}-${n}`)
  for (const other of others as NodeListOf<HTMLInputElement>) {
    if (other.type === 'text') other.value = ''
    else other.checked = false
  }
}

function isChosen({ type, checked, value }: HTMLInputElement): boolean {
  return type === 'text' ? value.trim() !== '' : checked
}
