import { expect, test } from 'vitest'
import type { Product } from '#shared/pricing/pricing.ts'
import { detailColumns, rightsOf } from './rights.ts'

const plan = (sku: string, entitlements: string[], offlineDays?: number) =>
  ({ sku, entitlements, ...(offlineDays && { offlineDays }) }) as Product
const pricing = {
  products: [plan('solo', ['prompt']), plan('studio', ['prompt', 'remote'], 30)],
  discontinued: [{ sku: 'duo', entitlements: ['prompt', 'ndi'], offlineDays: 90 }],
}
const rightsIn = (sku: string, set: Parameters<typeof detailColumns>[1] = {}, of = 'solo') =>
  rightsOf({ sku, entitlements: null, offline_days: null, ...detailColumns(of, set, pricing) }, pricing)

test('a licence has what its plan has, of a plan that isn’t sold any more too', () => {
  expect(rightsIn('solo')).toEqual({ entitlements: ['prompt'], offlineDays: null })
  expect(rightsIn('studio')).toEqual({ entitlements: ['prompt', 'remote'], offlineDays: 30 })
  expect(rightsIn('duo')).toEqual({ entitlements: ['ndi', 'prompt'], offlineDays: 90 })
  expect(rightsIn('unknown')).toEqual({ entitlements: [], offlineDays: null })
})

test('what was set for it alone stays after an upgrade, beside what the new plan gives', () => {
  const more = { entitlements: ['prompt', 'ndi', 'ndi'] }
  expect(rightsIn('solo', more).entitlements).toEqual(['ndi', 'prompt'])
  expect(rightsIn('studio', more).entitlements).toEqual(['ndi', 'prompt', 'remote'])
  expect(rightsIn('studio', { entitlements: [] }).entitlements).toEqual(['remote'])
  expect(rightsIn('studio', { offlineDays: 7 }).offlineDays).toBe(7)
  expect(rightsIn('studio', { offlineDays: 0 }, 'studio').offlineDays).toBeNull()
})

test('what equals the plan follows the plan', () => {
  const same = detailColumns('studio', { entitlements: ['remote', 'prompt'], offlineDays: 30 }, pricing)
  expect(same).toEqual({ entitlements: null, offline_days: null })
  expect(detailColumns('solo', { offlineDays: 0 }, pricing)).toEqual({ offline_days: null })
  expect(detailColumns('solo', {}, pricing)).toEqual({})
})
