import { expect, test } from 'vitest'
import { foldVersions, listVersions } from './fold-versions.ts'

const offered = { channel: 'stable', rollout: 100, isWithdrawn: false } as const

test('the newest version comes first, and many old ones fold into one', () => {
  const versions = ['2.9.0', '2.10.0', '2.1.0', '2.2.0', '1.0.0', '2.3.0'].map((appVersion, index) => ({
    appVersion,
    machines: index + 1,
    ...offered,
  }))
  expect(
    foldVersions([...versions, { appVersion: null, machines: 7, ...offered, channel: null, rollout: null }]),
  ).toEqual([
    { name: '2.10.0', machines: 2, offer: '' },
    { name: '2.9.0', machines: 1, offer: '' },
    { name: '2.3.0', machines: 6, offer: '' },
    { name: '2.2.0', machines: 4, offer: '' },
    { name: 'Earlier', machines: 8, offer: '' },
    { name: 'Unknown', machines: 7, offer: '' },
  ])
  expect(listVersions(versions).map(({ name }) => name)).toEqual([
    ...['2.10.0', '2.9.0', '2.3.0', '2.2.0', '2.1.0', '1.0.0'],
  ])
  expect(foldVersions(versions.slice(0, 5)).map(({ name }) => name)).not.toContain('Earlier')
})

test.each([
  [{}, ''],
  [{ rollout: 5 }, 'to 5%'],
  [{ channel: 'beta' }, 'beta'],
  [{ channel: 'beta', rollout: 25 }, 'beta, to 25%'],
  [{ rollout: 25, isWithdrawn: true }, 'withdrawn'],
  [{ rollout: null }, ''],
] as const)('who is offered a version, %o, is said as "%s"', (offer, words) => {
  const [shown] = foldVersions([{ appVersion: '2.4.0', machines: 0, ...offered, ...offer }])
  expect(shown).toEqual({ name: '2.4.0', machines: 0, offer: words })
})
