import { isIP } from 'node:net'
import { isPrivateAddress } from '../../messages/webhooks/private-addresses.ts'

/** Of this machine or its network. */
export function isLocal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || (isIP(address) > 0 && isPrivateAddress(address))
}
