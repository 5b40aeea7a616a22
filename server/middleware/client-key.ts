import { isIP, isIPv4 } from 'node:net'

/**
 * Whom a rate limit counts: an IPv4 address, or the /64 that one IPv6 customer has for itself (RFC 6177). An IPv4 address
 * written as IPv6 (RFC 4291, 2.5.5.2) is that IPv4 address. What a proxy garbled counts as one client.
 */
export function clientKey(ip = ''): string {
  const address = ip.replace(/^([\d.]+):\d+$/, '$1').replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (isIP(address) !== 6) return 'unknown'
  const groups = toGroups(address)
  return isMapped(groups) ? toIPv4(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups, for the URL standard has one spelling for each address. */
function toGroups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function isMapped(groups: string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
}

function toIPv4(groups: string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}
