import { isIP, isIPv4 } from 'node:net'

/**
 * Counts IPv6 clients by /64 (RFC 6177), mapped IPv4 (RFC 4291, 2.5.5.2) as IPv4, and unreadable addresses as
 * one client.
 */
export function clientKey(ip = ''): string {
  const [address = ''] = withoutPort(ip).split('%', 1)
  if (isIPv4(address)) return address
  if (isIP(address) !== 6) return 'unknown'
  const groups = toGroups(address)
  return isMapped(groups) ? toIPv4(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/** Some proxies also forward the port. */
function withoutPort(ip: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|(.*\.\d+):\d+)$/.exec(ip) ?? []
  return bracketed ?? dotted ?? ip
}

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
