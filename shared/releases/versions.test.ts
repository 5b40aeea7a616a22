import { expect, it } from 'vitest'
import { majorMinor, releaseAnchor } from './versions.ts'

it('names a version without its fixes', () => {
  expect(majorMinor('2.3.0')).toBe('2.3')
  expect(majorMinor('12.10.4')).toBe('12.10')
})

it('makes an anchor without dots', () => {
  expect(releaseAnchor('2.3.0')).toBe('v2-3-0')
})
