import { expect, test } from 'vitest'
import {
  type Audience,
  latestForAll,
  type Offerable,
  offeredTo,
  type Standing,
  standingOf,
} from './offered-to.ts'

const covered = '2026-06-30'

// Audiences: a stranger, one in the beta channel, a licence, and installations early and late in a rollout.
const audiences = {
  stranger: {},
  beta: { channel: 'beta' },
  licence: { until: covered },
  early: { place: 0.04 },
  late: { place: 0.06 },
  earlyBetaOfLicence: { channel: 'beta', until: covered, place: 0.04 },
} satisfies Record<string, Audience>

type Row = [name: string, release: Partial<Offerable>, standings: Record<keyof typeof audiences, Standing>]

const everywhere = (standing: Standing) =>
  Object.fromEntries(Object.keys(audiences).map((name) => [name, standing])) as Row[2]
const notInBeta = {
  stranger: 'otherChannel',
  licence: 'otherChannel',
  early: 'otherChannel',
  late: 'otherChannel',
} as const
const late = '2026-07-01'

test.each<Row>([
  ['stable', {}, everywhere('offered')],
  ['said to be stable, to all', { channel: 'stable', rollout: 100 }, everywhere('offered')],
  ['a beta', { channel: 'beta' }, { ...everywhere('offered'), ...notInBeta }],
  [
    'to five percent',
    { rollout: 5 },
    { ...everywhere('waiting'), early: 'offered', earlyBetaOfLicence: 'offered' },
  ],
  ['to nobody yet', { rollout: 0 }, everywhere('waiting')],
  [
    'a beta to five percent',
    { channel: 'beta', rollout: 5 },
    { ...everywhere('waiting'), ...notInBeta, earlyBetaOfLicence: 'offered' },
  ],
  ['withdrawn', { withdrawn: true }, everywhere('withdrawn')],
  ['withdrawn at 25 percent', { rollout: 25, withdrawn: true }, everywhere('withdrawn')],
  ['a withdrawn beta', { channel: 'beta', withdrawn: true }, { ...everywhere('withdrawn'), ...notInBeta }],
  [
    'after the licence’s updates',
    { date: late },
    { ...everywhere('offered'), licence: 'uncovered', earlyBetaOfLicence: 'uncovered' },
  ],
  [
    'to five percent, after the licence’s updates',
    { date: late, rollout: 5 },
    { ...everywhere('waiting'), early: 'offered', licence: 'uncovered', earlyBetaOfLicence: 'uncovered' },
  ],
])('a release that is %s', (_name, release, standings) => {
  const given = { version: '2.4.0', date: covered, ...release } as Offerable
  const found = Object.entries(audiences).map(([name, audience]) => [name, standingOf(given, audience)])
  expect(Object.fromEntries(found)).toEqual(standings)
})

const releases: [Offerable, ...Offerable[]] = [
  { version: '2.3.0', date: '2026-01-01' },
  { version: '2.4.0', date: '2026-02-01', rollout: 25, withdrawn: true },
  { version: '2.5.0-beta.2', date: '2026-03-01', channel: 'beta' },
  { version: '2.5.0-beta.10', date: '2026-03-02', channel: 'beta' },
  { version: '2.4.1', date: '2026-04-01', rollout: 5 },
]

test.each<[Audience, string[]]>([
  [{}, ['2.3.0']],
  [{ place: 0.01 }, ['2.4.1', '2.3.0']],
  [{ channel: 'beta' }, ['2.5.0-beta.10', '2.5.0-beta.2', '2.3.0']],
  [{ channel: 'beta', until: '2026-03-01' }, ['2.5.0-beta.2', '2.3.0']],
  [{ until: '2025-12-31' }, []],
])('%o is offered %j', (audience, versions) => {
  expect(offeredTo(releases, audience).map(({ version }) => version)).toEqual(versions)
})

test('a beta’s followers get a newer stable version', () => {
  const all: Offerable[] = [...releases, { version: '2.5.0', date: '2026-05-01' }]
  expect(offeredTo(all, { channel: 'beta' })[0]?.version).toBe('2.5.0')
})

test('the site announces the newest that everybody is offered, or its first', () => {
  expect(latestForAll(releases).version).toBe('2.3.0')
  expect(latestForAll([{ version: '1.0.0', date: '2026-01-01', channel: 'beta' }]).version).toBe('1.0.0')
})
