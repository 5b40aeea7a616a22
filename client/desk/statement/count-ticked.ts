/** Counts ticked and decided lines in the bar at the window's foot. */
export function startCounting(document: Document): void {
  const lines = document.querySelector('[data-ticked-lines]')
  const sum = document.querySelector<HTMLElement>('[data-ticked-sum]')
  if (!lines || !sum) return
  const { tickedSum: currency } = sum.dataset
  const money = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  document.addEventListener('change', () => {
    const ticked = [...document.querySelectorAll<HTMLElement>('[data-cents]:checked')]
    const cents = ticked.reduce((total, { dataset }) => total + Number(dataset.cents), 0)
    lines.textContent = ticked.length === 1 ? '1 line' : `${ticked.length} lines`
    sum.textContent = money.format(cents / 100)
  })
}
