import type { Confirmed } from '#shared/desk/statement-answers.ts'
import type { FieldError } from '#shared/http/problem.ts'
import { type Fields, readFields } from './read-fields.ts'

/**
 * Reads the lines of a statement that staff ticked, decided or gave an order. A field "line-12" has
 * "full:2026-000402" or a typed number; an empty one books nothing.
 * "split:2026-000029=22900,2026-000030=22900" pays two orders. "other-12" has the number of an order that the
 * page doesn't offer for the line.
 */
export function readChosenLines(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const lines = Object.entries(values).flatMap(([name, value]) => {
    const [, n] = /^(?:line|other)-(\d+)$/.exec(name) ?? []
    const [, as = 'part', order = ''] =
      /^(?:(full|part|credit|fee|split):)?(.*)$/.exec(String(value).trim()) ?? []
    if (!n || !order) return []
    const line = { n: Number(n) }
    if (as !== 'split') return [{ ...line, order, as }]
    return order.split(',').map((part) => {
      const [number = '', cents] = part.split('=')
      return { ...line, order: number, as: 'full', amount: Number(cents) }
    })
  })
  const isGiven = (name: string) => String(values[name] ?? '').trim() !== ''
  const twice = [...new Set(lines.map(({ n }) => n))].filter(
    (n) => isGiven(`line-${n}`) && isGiven(`other-${n}`),
  )
  return { values, errors: lines.length > 0 ? twice.map(chosenTwice) : [nothingChosen], body: { lines } }
}

const nothingChosen: FieldError = { pointer: '', code: 'custom', detail: 'Tick or decide a line first.' }

function chosenTwice(n: number): FieldError {
  const detail = `Line ${n} has an order chosen and another one typed. Keep one of them.`
  return { pointer: `/line-${n}`, code: 'custom', detail }
}

/** Another member of staff may have booked a line to another order meanwhile. */
export function isBookedBefore(answer: unknown): boolean {
  return (answer as Confirmed).already.length > 0
}

/** Shows lines that couldn't be booked at their fields; the others are booked. */
export function restOfBooking(answer: unknown) {
  const { booked, failed } = answer as Confirmed
  if (failed.length === 0) return null
  const errors = failed.map(
    ({ n, detail }): FieldError => ({ pointer: `/line-${n}`, code: 'custom', detail }),
  )
  const numbers = failed.map(({ n }) => n).join(', ')
  return { code: 'booked_in_part', detail: `${booked} booked. Not booked: line ${numbers}.`, errors }
}
