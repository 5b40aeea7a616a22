import { expect, test } from 'vitest'
import { foldVersions } from './fold-versions.ts'

test('the newest version comes first, and many old ones fold into one', () => {
  const versions = ['2.9.0', '2.10.0', '2.1.0', '2.2.0', '1.0.0', '2.3.0'].map((appVersion, index) => ({
    appVersion,
    machines: index + 1,
  }))
  expect(foldVersions([...versions, { appVersion: null, machines: 7 }])).toEqual([
    { name: '2.10.0', machines: 2 },
    { name: '2.9.0', machines: 1 },
    { name: '2.3.0', machines: 6 },
    { name: '2.2.0', machines: 4 },
    { name: 'Earlier', machines: 8 },
    { name: 'Unknown', machines: 7 },
  ])
  expect(foldVersions(versions.slice(0, 5)).map(({ name }) => name)).not.toContain('Earlier')
})
