import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import { type DateOrder, dateOrders } from '#shared/desk/statement-decisions.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const isMonth = new RegExp(`^${monthName}$`, 'i')

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]{0,2} /i
const timeBefore = /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?[ ,]{1,2}/i
const timeBehind = /[T ,]\d{1,2}[:.]\d\d(?:[:.+\-Z ][\w:.+\-/ ]{0,40})?$/i
/** 22/11 or 22.11., never 22.11, which is an amount. */
const noYear = /^\d{1,2}(?:\/\d{1,2}|\.\d{1,2}\.)$/
const between = /[\s/.,-]+|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/i

/**
 * Reads 22/11/2026, 22-11-26, Sun 22 Nov 2026, Nov 22 2026, 2026-11-22, 20261122, with a time before or
 * after; null for anything else.
 * @param until last day of a file whose days lack a year, such as 22 Nov or 22/11
 */
export function readDay(text: string, order: DateOrder, until: Day | null = null): Day | null {
  const bare = text.trim().slice(0, 60).replace(weekday, '').replace(timeBefore, '').replace(timeBehind, '')
  const whole = /^\d{8}$/.test(bare) ? splitWhole(bare, order) : bare.split(between).filter(Boolean)
  const [one = '', two = '', three = '', more] = whole
  if (more !== undefined) return null
  if (three === '') {
    const isMonthFirst = noYear.test(bare) ? order !== 'dmy' : isMonth.test(one)
    const parts: [string, string] = isMonthFirst ? [one, two] : [two, one]
    return until && (noYear.test(bare) || isMonth.test(parts[0])) ? lastUntil(until, parts) : null
  }
  const named = [one, two].findIndex((part) => /^[a-z]/i.test(part))
  if (named === 0) return toDay(three, one, two)
  if (one.length === 4) return toDay(one, two, three)
  if (named === 1 || order === 'dmy') return toDay(three, two, one)
  return order === 'mdy' ? toDay(three, one, two) : toDay(one, two, three)
}

function lastUntil(until: Day, [month, date]: [string, string]): Day | null {
  const year = Number(until.slice(0, 4))
  const days = [year, year - 1].map((each) => toDay(String(each), month, date))
  return days.find((day) => day !== null && day <= until) ?? null
}

const zoned =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})? ?(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?|\[([+-]?\d{1,2})(?::\w{1,5})?\])$/
/** Times that banks write if they know only the day. */
const noTime = /^(?:000000|120000|235959)$/

/** The company's day for a time with an offset; null for anything else. */
export function dayOfInstant(text: string, timeZone: string): Day | null {
  const [whole, year, month, date, hour, minute, second = '00', ahead, minutes = '00', other = ahead] =
    zoned.exec(text.trim()) ?? []
  if (!whole || noTime.test(`${hour}${minute}${second}`)) return null
  const at = new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`).getTime()
  const offset = (Number(other ?? 0) * 60 + Number(`${other?.startsWith('-') ? '-' : ''}${minutes}`)) * 60_000
  return Number.isNaN(at) ? null : dayIn(timeZone, new Date(at - offset))
}

function splitWhole(digits: string, order: DateOrder): string[] {
  const at = /^(?:19|20)\d\d[01]/.test(digits) ? [0, 4, 6] : [0, 2, 4]
  const parts = at.map((start, index) => digits.slice(start, at[index + 1]))
  return at[1] === 2 && order === 'ymd' ? [] : parts
}

function toDay(years: string, month: string, date: string): Day | null {
  if (!/^(?:\d\d|\d{4})$/.test(years) || !/^(?:\d{1,2}|[a-z]{3,9})$/i.test(month) || !/^\d{1,2}$/.test(date))
    return null
  const year = Number(years) + (years.length === 2 ? 2000 : 0)
  const place = /^\d/.test(month) ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase())
  const day = new Date(Date.UTC(year, place, Number(date)))
  const isReal =
    day.getUTCFullYear() === year && day.getUTCMonth() === place && day.getUTCDate() === Number(date)
  return isReal && year >= 1990 && year < 2200 ? (day.toISOString().slice(0, 10) as Day) : null
}

/** @returns the order in which most cells are days; null if no cell decides between day and month */
export function decideDates(cells: string[]): DateOrder | null {
  const days = (order: DateOrder) => cells.map((cell) => readDay(cell, order, anyDay))
  const count = (list: (Day | null)[]) => list.filter((day) => day !== null).length
  const [dmy, mdy] = [days('dmy'), days('mdy')]
  const [dayFirst, monthFirst] = [count(dmy), count(mdy)]
  const yearFirst = count(days('ymd'))
  const most = Math.max(dayFirst, monthFirst)
  if (yearFirst > most || (yearFirst === most && doYearsLead(cells))) return 'ymd'
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dmy' : 'mdy'
  if (dmy.every((day, index) => day === mdy[index]))
    return cells.some((cell) => /^\W*\d{4}/.test(cell) && readDay(cell, 'ymd')) ? 'ymd' : 'dmy'
  // Nobody writes the month first before points.
  return cells.every((cell) => /^\d{1,2}\.\d/.test(cell)) ? 'dmy' : null
}

/** @returns whether the order changes any day */
export function doDaysTell(cells: string[]): boolean {
  return cells.some((cell) => readDay(cell, 'dmy', anyDay) !== readDay(cell, 'mdy', anyDay))
}

/** If years have two digits, the part that varies less is the year. */
function doYearsLead(cells: string[]): boolean {
  const short = cells.flatMap((cell) => [...cell.matchAll(/^(\d\d)\D\d\d\D(\d\d)$/g)])
  const count = (part: number) => new Set(short.map((parts) => parts[part])).size
  return count(1) < count(2)
}

/** End of a leap year, so that 29 Feb is valid. */
const anyDay = '2096-12-31'

export const isDay = (cell: string) => dateOrders.some((order) => readDay(cell, order, anyDay) !== null)

/** Whether a day lacks its year: "22 Nov", "22/11". */
export const hasNoYear = (cell: string) =>
  isDay(cell) && dateOrders.every((order) => readDay(cell, order) === null)
