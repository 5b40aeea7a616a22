import { formatSum, plural } from '../words.ts'

/** Counts the lines that are ticked or decided in the bar at the window's foot. */
export function startCounting(document: Document): void {
  const lines = document.querySelector('[data-ticked-lines]')
  const sum = document.querySelector<HTMLElement>('[data-ticked-sum]')
  if (!lines || !sum) return
  document.addEventListener('change', () => {
    const ticked = [...document.querySelectorAll<HTMLElement>('[data-cents]:checked')]
    const cents = ticked.reduce((total, { dataset }) => total + Number(dataset.cents), 0)
    lines.textContent = plural(ticked.length, 'line')
    sum.textContent = formatSum(cents, sum.dataset.tickedSum ?? '')
  })
}
