import { describe, expect, it } from 'vitest'
import { formatDate, formatShortDate, isoDay } from './dates.ts'

describe('formatDate', () => {
  it.each([
    ['2026-11-14', '14 November 2026'],
    ['2026-01-01', '1 January 2026'],
    ['2026-12-31T23:59:59.999Z', '31 December 2026'],
    ['2026-07-01T00:00:00.000Z', '1 July 2026'],
  ])('writes %s as %s, wherever it runs', (date, text) => {
    expect(formatDate(date)).toBe(text)
  })
})

describe('formatShortDate', () => {
  it('keeps three letters of the month', () => {
    expect(formatShortDate('2026-09-02T00:00:00.000Z')).toBe('2 Sep 2026')
  })
})

describe('isoDay', () => {
  it('drops the time', () => {
    expect(isoDay('2026-11-14T00:00:00.000Z')).toBe('2026-11-14')
    expect(isoDay('2026-11-14')).toBe('2026-11-14')
  })
})
