import { LRUCache } from 'lru-cache'
import { addMonths, type Day, dayIn, documentDay, endOfDay, startOfDay } from '#shared/calendar/calendar.ts'
import type { ImportField, ImportSource } from '#shared/desk/import-fields.ts'
import { licenceStatuses } from '#shared/desk/requests/licences.ts'
import type { DateOrder } from '#shared/desk/statement-decisions.ts'
import { forGood } from '#shared/licensing/for-good.ts'
import { normaliseLicenceKey } from '#shared/licensing/pasted-key.ts'
import { maxKeyText } from '#shared/licensing/requests.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import { asciiEmail, isEmail } from '#shared/text/email.ts'
import { line } from '#shared/text/text-fields.ts'
import { readDay } from '../../desk/statement/read/days.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { foreverWords, known, nameOf, statusWords, unlimitedNumbers, unlimitedWords } from './columns.ts'
import { faultOfKeyCell } from './key-cell.ts'
import type { ColumnsOf, Places } from './map-columns.ts'

/** Settings for reading a file's rows. */
export type Reading = {
  from: ImportSource | null
  columns: ColumnsOf
  /** Number of columns in the header. */
  width: number
  /** Our sku for each product's name; empty leaves its rows out. */
  products: Readonly<Record<string, string>>
  /** Order of day and month. Null uses the shop's own order, or refuses ambiguous days. */
  dates: DateOrder | null
  /** Whether rows without an end of updates get unlimited updates. */
  forGood: boolean
} & Places

export type ReadRow = {
  line: number
  email: string
  name: string
  company: string | null
  product: Product
  seats: number
  /** ISO 8601 UTC. */
  bought: string
  /** Whether the row has no day of purchase, and counts as bought today. */
  isUndated: boolean
  until: string
  status: LicenceRow['status']
  /** Normalized; null for a licence without a key. */
  key: string | null
  order: string | null
  note: string | null
}

/** @property field null if the whole row is faulty */
export type Fault = { line: number; field: ImportField | null; detail: string }

type Shop = { products: readonly Product[]; timeZone: string; now: Date }

export const twoWays = 'can be read in two ways.'

const mostSeats = 9999

/** Created once, because a file may have a hundred thousand rows. */
const texts = { 200: line(200, 'one line of text'), 500: line(500, 'one line of text') }

const leastKey = 6

/** The first value among a field's columns. */
export function cellIn(cells: readonly string[], places: readonly number[] = []): string {
  return places.map((place) => textIn(cells[place])).find(Boolean) ?? ''
}

/**
 * Programs protect cells from spreadsheets as ="0012" or '-12. Names may start with an apostrophe: 't Hooft.
 */
function textIn(cell = ''): string {
  const [text] = /(?<=^=").*(?="$)/s.exec(cell.trim()) ?? [cell]
  return text.trim().replace(/^'(?=[=+\-@\d])/, '')
}

/** @returns the row, its faults, or null for an empty one */
export function readRow(
  { line: number, cells }: { line: number; cells: readonly string[] },
  reading: Reading,
  shop: Shop,
): ReadRow | Fault[] | null {
  const faults: Fault[] = []
  const source = reading.from && known[reading.from]
  const cell = (field: ImportField) => cellIn(cells, reading.columns[field])
  if (cells.every((text) => text.trim() === '')) return null
  if (source?.totals !== undefined && cells[0]?.trim() === source.totals && cell('email') === '') return null

  const count = cells.findLastIndex((text) => text.trim() !== '') + 1
  if (count > reading.width) {
    const detail = `It has ${count} cells, and the header ${reading.width}. A cell with the sign between cells needs quotes.`
    return [{ line: number, field: null, detail }]
  }

  const fail = (field: ImportField, detail: string) => {
    faults.push({ line: number, field, detail })
  }
  const email = asciiEmail(cell('email'))
  if (!isEmail(email)) fail('email', email ? `${quote(email)} is no address.` : 'It is missing.')
  const company = textOf('company', 200)
  const name = textOf('name', 200, reading.isNameInParts ? joinName() : cell('name')) ?? company ?? email
  const product = productOf()
  const bought = boughtOn()
  const key = keyOf()
  const order = textOf('order', 200)
  if (cell('key') === '' && order === null)
    fail('key', 'Neither a key nor an order tells this licence from another, so it could come in twice.')
  const note = textOf('note', 500)
  const status = statusOf()
  const seats = product ? seatsOf(product) : 1
  const until = product && bought ? untilOf(product, bought) : ''
  if (faults.length > 0 || !product || !bought) return faults
  const at = instantsOf(shop.timeZone, bought).start
  const isUndated = cell('bought') === ''
  return {
    line: number,
    email,
    name,
    company,
    product,
    seats,
    bought: at,
    isUndated,
    until,
    status,
    key,
    order,
    note,
  }

  function joinName(): string {
    const parts = reading.columns.name?.map((place) => textIn(cells[place])) ?? []
    return parts.join(' ').trim()
  }

  function textOf(field: ImportField, max: keyof typeof texts, text = cell(field)): string | null {
    if (text === '') return null
    const read = texts[max].safeParse(text.replace(/\s+/g, ' '))
    if (read.success) return read.data || null
    fail(field, `${quote(text)}: ${read.error.issues[0]?.message}`)
    return null
  }

  function productOf(): Product | null {
    const named = cell('product')
    const sku = reading.products[named] ?? guessSku(named, shop.products)
    const found = shop.products.find((each) => each.sku === sku)
    if (found) return found
    const detail = sku === '' ? `${quote(named)} is left out.` : `${quote(named)} is none of ours yet.`
    fail('product', named ? detail : 'It is missing.')
    return null
  }

  function dayOf(field: ImportField, text: string): Day | null {
    const day = dayOfInstant(text, shop.timeZone) ?? readDayBy(text, reading.dates ?? source?.dates ?? null)
    if (day === undefined) fail(field, `${quote(text)} ${twoWays} Say whether days or months come first.`)
    else if (day === null) fail(field, `${quote(text)} is no day.`)
    return day ?? null
  }

  function boughtOn(): Day | null {
    const text = cell('bought')
    const today = dayIn(shop.timeZone, shop.now)
    if (text === '') return today
    const day = dayOf('bought', text)
    if (day === null || day <= today) return day
    fail('bought', `${quote(text)} is still to come.`)
    return null
  }

  function untilOf({ licence }: Product, from: Day): string {
    const text = cell('until')
    const isOpenEnded = source?.isOpenEnded === true && reading.columns.until !== undefined
    const isOpen = text === '' && (isOpenEnded || reading.forGood)
    const last =
      isOpen || foreverWords.includes(wordsOf(text))
        ? forGood
        : text === ''
          ? addMonths(from, licence.updatesMonths)
          : dayOf('until', text)
    return last === null ? '' : instantsOf(shop.timeZone, last).end
  }

  function statusOf(): LicenceRow['status'] {
    const text = cell('status')
    const flagged = reading.flags.findLast(({ place, says }) => answerIn(cells[place]) === says)
    if (flagged) return flagged.status
    if (text === '') return 'active'
    // WooCommerce stores "wc-completed", and some exports contain it.
    const words = wordsOf(text).replace(/^wc /, '')
    const found = licenceStatuses.find((each) => statusWords[each].includes(words))
    if (found) return found
    fail('status', `${quote(text)} is none of ${licenceStatuses.join(', ')}, nor a word for one.`)
    return 'active'
  }

  function seatsOf({ licence }: Product): number {
    const text = cell('seats')
    const place = reading.columns.seats?.find((each) => cells[each]?.trim())
    const areCopies = place !== undefined && reading.copies.includes(place)
    const isUnlimited = unlimitedWords.includes(wordsOf(text)) || (source && unlimitedNumbers.includes(text))
    if (isUnlimited && !areCopies) return mostSeats
    if (text === '') return licence.seats
    const count = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : 0
    const seats = areCopies ? count * licence.seats : count
    if (seats >= 1 && seats <= mostSeats) return seats
    fail('seats', `${quote(text)} is no number of machines from 1 to ${mostSeats}.`)
    return 1
  }

  function keyOf(): string | null {
    const text = cell('key')
    if (text === '') return null
    const read = text.length <= maxKeyText ? normaliseLicenceKey(text) : ''
    const isKey = read.length >= leastKey && !/\p{Cc}|\p{Surrogate}/u.test(read)
    const size = `It needs ${leastKey} to ${maxKeyText} letters and digits; this one has ${text.length} characters.`
    // Faults are listed to people, so they must not quote a usable key.
    const fault = (text.length <= maxKeyText && faultOfKeyCell(text)) || (isKey ? null : size)
    if (fault === null) return read
    fail('key', fault)
    return null
  }
}

/** Matches our sku or name in any spelling; a file without product names means the only product. */
export function guessSku(named: string, products: readonly Product[]): string | undefined {
  const [only] = products
  if (named === '') return products.length === 1 ? only?.sku : undefined
  const name = nameOf(named)
  return products.find((each) => nameOf(each.sku) === name || nameOf(each.name) === name)?.sku
}

/** Time zone look-ups are slow, and a file repeats few days. */
const knownDays = new LRUCache<string, { start: string; end: string }>({ max: 20_000 })

function instantsOf(timeZone: string, day: Day): { start: string; end: string } {
  const name = `${timeZone} ${day}`
  const found = knownDays.get(name) ?? {
    start: startOfDay(timeZone, day).toISOString(),
    end: endOfDay(timeZone, day).toISOString(),
  }
  knownDays.set(name, found)
  return found
}

/** Undefined for a day that is ambiguous, null for no day. */
function readDayBy(text: string, order: DateOrder | null): Day | null | undefined {
  if (order) return readDay(text, order)
  const [first, second] = [readDay(text, 'dmy'), readDay(text, 'mdy')]
  return first === second || second === null ? first : first === null ? second : undefined
}

const instant =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?)$/i
const unixSeconds = /^\d{9,10}$/
const firstInstant = Date.UTC(1990)

/** The company's day of an instant; null for other text. A plain day is often exported as midnight UTC. */
function dayOfInstant(text: string, timeZone: string): Day | null {
  const [, day, time, hours = '+00', minutes = '00'] = instant.exec(text) ?? []
  const at = unixSeconds.test(text) ? Number(text) * 1000 : Date.parse(`${day}T${time}${hours}:${minutes}`)
  return at >= firstInstant ? documentDay(timeZone, new Date(at).toISOString()) : null
}

const answers = { yes: ['1', 'yes', 'true', 'y', 't'], no: ['0', 'no', 'false', 'n', 'f'] } as const

function answerIn(cell = ''): 'yes' | 'no' | null {
  const text = cell.trim().toLowerCase()
  if (answers.yes.some((word) => word === text)) return 'yes'
  return answers.no.some((word) => word === text) ? 'no' : null
}

function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, ' ')
}

function quote(text: string): string {
  return `“${text.slice(0, 60)}”`
}
