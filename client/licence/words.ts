const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** 3 → "three", 11 → "11" */
export function inWords(count: number): string {
  return numbers[count] ?? String(count)
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 1 → "one machine" */
export function machines(count: number): string {
  return `${inWords(count)} ${count === 1 ? 'machine' : 'machines'}`
}

/** 24 → "two years", 6 → "six months" */
export function period(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return `${inWords(count)} ${unit}${count === 1 ? '' : 's'}`
}
