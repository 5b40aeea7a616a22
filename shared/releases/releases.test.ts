import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type Release, releaseFileSchema, releaseSchema } from './releases.ts'
import { compareVersions, newestFirst } from './versions.ts'

const file = {
  platform: 'windows',
  arch: 'x64',
  kind: 'installer',
  name: 'App-1.0.0-x64.exe',
  size: 5,
  sha256: 'a'.repeat(64),
  sha512: `${'A'.repeat(86)}==`,
} as const

describe('a file of a release', () => {
  it('has all of its figures or none', () => {
    const figures = ['size', 'sha256', 'sha512'] as const
    fc.assert(
      fc.property(fc.subarray([...figures]), (left) => {
        const given = { ...file, ...Object.fromEntries(left.map((key) => [key, undefined])) }
        expect(releaseFileSchema.safeParse(given).success).toBe(left.length % figures.length === 0)
      }),
    )
  })

  it('has a name that leads nowhere else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ0._+-/:%\\ ') }), (name) => {
        const result = releaseFileSchema.safeParse({ ...file, name })
        if (!result.success) return
        expect(new URL(name, 'https://downloads.example/app/').href).toBe(
          `https://downloads.example/app/${name.replaceAll(' ', '%20')}`,
        )
      }),
      {
        examples: [['..'], ['.'], ['a/../b'], ['https:'], ['App-1.0.0.exe'], ['a b.exe'], ['a '], ['%2e%2e']],
      },
    )
  })

  it.each([
    ['macos', 'arm64', 'App-1.0.0.dmg', false],
    ['macos', 'arm64', 'App-1.0.0-aarch64.dmg', false],
    ['macos', 'arm64', 'App-1.0.0-arm64.dmg', true],
    ['macos', 'x64', 'App-1.0.0.dmg', true],
    ['macos', 'universal', 'App-1.0.0-arm64.dmg', false],
    ['windows', 'x64', 'App-1.0.0-arm64.exe', false],
    ['linux', 'arm64', 'app-1.0.0.aarch64.rpm', true],
    ['linux', 'universal', 'app-1.0.0.deb', false],
  ])('for %s and %s, %s is right: %s', (platform, arch, name, isRight) => {
    expect(releaseFileSchema.safeParse({ ...file, platform, arch, name }).success).toBe(isRight)
  })
})

const release: Release = {
  version: '1.0.0',
  date: '2026-01-01',
  stock: 'white',
  summary: 'S',
  notes: {},
  files: [file],
}

test('a release survives YAML, including hashes that look like numbers', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789e'), { minLength: 64, maxLength: 64 })
  fc.assert(
    fc.property(digits, fc.string({ minLength: 1 }), (sha256, summary) => {
      const given = {
        ...release,
        summary: `x${summary}`.trim(),
        files: [{ ...file, sha256: sha256.join('') }],
      }
      expect(releaseSchema.parse(parse(stringify(given)))).toEqual(given)
    }),
  )
})

test.each([
  [{ version: '1.0' }],
  [{ version: 'v1.0.0' }],
  [{ date: '2026-02-30' }],
  [{ files: [file, file] }],
  [{ price: 5 }],
  [{ version: '1.0.0-beta.1' }],
  [{ version: '1.0.0-beta.1', channel: 'stable' }],
  [{ channel: 'nightly' }],
  [{ rollout: 101 }],
  [{ rollout: 2.5 }],
  [{ withdrawn: false }],
])('%o is refused', (change) => {
  expect(releaseSchema.safeParse({ ...release, ...change }).success).toBe(false)
})

test.each([
  [{ version: '1.0.0-beta.1', channel: 'beta' }],
  [{ channel: 'beta' }],
  [{ rollout: 0 }],
  [{ rollout: 5, withdrawn: true }],
])('%o is taken', (change) => {
  expect(releaseSchema.safeParse({ ...release, ...change }).success).toBe(true)
})

test('versions are ordered as semver.org orders them', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
  ]
  const given = ordered.map((version) => ({ version }))
  expect(newestFirst(newestFirst(given).toReversed()).map(({ version }) => version)).toEqual(
    ordered.toReversed(),
  )
  expect(compareVersions('1.0.0-beta.1+build.7', '1.0.0-beta.1')).toBe(0)
})

test('versions are ordered by their numbers', () => {
  const version = fc.tuple(fc.nat(), fc.nat(), fc.nat())
  fc.assert(
    fc.property(version, version, (a, b) => {
      const order =
        a.map((part, index) => Math.sign(part - (b[index] as number))).find((sign) => sign !== 0) ?? 0
      expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(order)
    }),
    {
      examples: [
        [
          [2, 9, 0],
          [2, 10, 0],
        ],
      ],
    },
  )
  const given = ['2.9.0', '2.10.0', '10.0.0', '2.9.1'].map((version) => ({ version }))
  expect(newestFirst(given).map(({ version }) => version)).toEqual(['10.0.0', '2.10.0', '2.9.1', '2.9.0'])
})
