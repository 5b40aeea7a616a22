import { inWords } from '#shared/text/words.ts'

/** 1 → "one machine" */
export function machines(count: number): string {
  return `${inWords(count)} ${count === 1 ? 'machine' : 'machines'}`
}

/** 24 → "two years", 6 → "six months" */
export function period(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return `${inWords(count)} ${unit}${count === 1 ? '' : 's'}`
}
