import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientKey } from './client-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['::ffff:203.0.113.7:443', '203.0.113.7'],
  ['[2001:db8:1:2::1]:443, evil', 'unknown'],
  ['[2001:db8:1:2::1', 'unknown'],
  ['::1', '0:0:0:0::/64'],
  ['10.0.0.1, evil', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (ip, key) => {
  expect(clientKey(ip)).toBe(key)
})

test('every address of one /64 is one client, and those of another are another', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, half, (network, otherNetwork, host, otherHost) => {
      fc.pre(network !== '0:0:0:0' && otherNetwork !== '0:0:0:0')
      expect(clientKey(`${network}:${host}`)).toBe(`${network}::/64`)
      expect(clientKey(`${network}:${otherHost}`.toUpperCase())).toBe(`${network}::/64`)
      expect(clientKey(`${otherNetwork}:${host}`)).toBe(`${otherNetwork}::/64`)
    }),
  )
})
