import { BlockList, isIP, isIPv6 } from 'node:net'

/** Strangers' host names must not lead to this machine, its network or reserved addresses. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPrivateAddress(mapped)
  if (!isIPv6(address)) return blocked.check(address, 'ipv4')
  return !globalUnicast.check(address, 'ipv6') || blocked.check(address, 'ipv6')
}

/**
 * @returns the private address in the URL itself; null for a host name, which is resolved only when sending
 */
export function privateHostOf(url: string): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) && isPrivateAddress(host) ? host : null
}

// IANA's registries of special-purpose addresses (RFC 6890):
// https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry
const blocked = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's host, which serves a virtual machine's settings.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked.addSubnet(network, prefix, 'ipv4')
}
// IETF protocols such as Teredo, benchmarks and ORCHIDv2; documentation; 6to4, which contains an IPv4
// address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked.addSubnet(network, prefix, 'ipv6')
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
