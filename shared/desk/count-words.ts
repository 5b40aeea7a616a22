import { inWords } from '../text/words.ts'

const teens = 'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ')

/** 16 → "sixteen", 21 → "21". Titles spell out larger numbers than the site's other texts do. */
export function countInWords(count: number): string {
  return teens[count - 11] ?? inWords(count)
}

/** 1, "order" → "1 order" */
export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** 0 → "today is the last day", 1 → "1 day left", −2 → "2 days late" */
export function daysLeft(days: number): string {
  if (days === 0) return 'today is the last day'
  return days > 0 ? `${plural(days, 'day')} left` : `${plural(-days, 'day')} late`
}
