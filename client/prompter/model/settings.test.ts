import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeSettings, defaultSettings, limits, type NumericSetting, nudge } from './settings.ts'

const settings = defaultSettings({ narrow: false })

test('any change leaves the settings within their limits', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(settings), 'other'), fc.anything()),
      (changes) => {
        const changed = changeSettings(settings, changes)
        expect(Object.keys(changed)).toEqual(Object.keys(settings))
        for (const [name, { min, max }] of Object.entries(limits)) {
          expect(changed[name as NumericSetting]).toBeGreaterThanOrEqual(min)
          expect(changed[name as NumericSetting]).toBeLessThanOrEqual(max)
        }
        expect(typeof changed.mirror).toBe('boolean')
      },
    ),
  )
})

test('an invalid value changes nothing', () => {
  expect(changeSettings(settings, { pace: '200', size: Number.NaN, mirror: 1, script: 'x' })).toEqual(
    settings,
  )
})

test('a nudge is a step, up to the limit', () => {
  expect(nudge(settings, 'pace', 1).pace).toBe(135)
  expect(nudge(settings, 'pace', -2).pace).toBe(120)
  expect(nudge(settings, 'pace', 1000).pace).toBe(240)
})
