import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatMoney, formatPrice, wholeMoney } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [22900, '$229.00'],
    [123456789, '$1,234,567.89'],
    [-8900, '-$89.00'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatMoney(cents, 'AUD')).toBe(text)
  })

  it('loses no cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), (cents) => {
        expect(Number(formatMoney(cents, 'AUD').replace(/\D/g, ''))).toBe(cents)
      }),
    )
  })
})

test.each([
  ['AUD', '$229.00', 'A$229.00'],
  ['NZD', 'NZ$229.00', 'NZ$229.00'],
  ['USD', 'US$229.00', 'US$229.00'],
  ['EUR', '€229.00', '€229.00'],
  ['CHF', 'CHF\u00a0229.00', 'CHF\u00a0229.00'],
])('a sum in %s names its currency once, also where it stands alone', (currency, sum, alone) => {
  expect(formatMoney(22900, currency)).toBe(sum)
  expect(formatPrice(22900, currency)).toBe(alone)
})

test('a sum is written as English writes it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }),
      fc.constantFrom('AUD', 'NZD', 'USD', 'EUR', 'GBP', 'CHF', 'SEK'),
      (cents, currency) => {
        const world = new Intl.NumberFormat('en-001', { style: 'currency', currency })
        expect(formatPrice(cents, currency)).toBe(world.format(`${cents}e-2` as `${number}`))
        const own = new Intl.NumberFormat(currency === 'AUD' ? 'en-AU' : 'en-001', {
          style: 'currency',
          currency,
          trailingZeroDisplay: 'stripIfInteger',
        })
        const { symbol, amount } = wholeMoney(Math.abs(cents), currency)
        expect(own.format(`${Math.abs(cents)}e-2` as `${number}`).replace(/\s/u, '')).toBe(symbol + amount)
      },
    ),
  )
})

describe('wholeMoney', () => {
  it('leaves cents out when there are none', () => {
    expect(wholeMoney(22900, 'AUD')).toEqual({ symbol: '$', amount: '229' })
    expect(wholeMoney(22900, 'NZD')).toEqual({ symbol: 'NZ$', amount: '229' })
    expect(wholeMoney(129900, 'AUD')).toEqual({ symbol: '$', amount: '1,299' })
  })

  it('keeps both digits when there are some', () => {
    expect(wholeMoney(22950, 'AUD')).toEqual({ symbol: '$', amount: '229.50' })
  })
})

test('a price that stands alone says whose dollars it is', () => {
  expect(formatPrice(22900, 'AUD')).toBe('A$229.00')
  expect(formatPrice(22900, 'AUD', { short: true })).toBe('A$229')
  expect(formatPrice(22950, 'NZD', { short: true })).toBe('NZ$229.50')
  expect(formatPrice(22900, 'EUR')).toBe('€229.00')
})
