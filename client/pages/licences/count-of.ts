/** "2 licences", "1 order", "no orders" */
export function countOf(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
