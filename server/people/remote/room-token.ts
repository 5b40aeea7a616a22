import { createHmac } from 'node:crypto'
import type { Clock } from '../../context.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'

export const roomMs = 60 * 60_000

const endBytes = 6
const randomPart = 10
const macBytes = 16

/** The name of a room says when it ends and is signed, so no process needs to keep it. */
export function newRoom(secrets: Secrets, { clock, random }: Clock): { room: string; endsAt: Date } {
  const endsAt = new Date(clock().getTime() + roomMs)
  const end = Buffer.alloc(endBytes)
  end.writeUIntBE(endsAt.getTime(), 0, endBytes)
  return { room: signed(secrets, Buffer.concat([end, random(randomPart)])), endsAt }
}

/** @returns null for a name that this site didn't give, and for a room whose hour is over */
export function roomEnd(secrets: Secrets, room: string, now: Date): Date | null {
  const named = Buffer.from(room, 'base64url').subarray(0, -macBytes)
  if (named.length !== endBytes + randomPart || !equalSecrets(signed(secrets, named), room)) return null
  const endsAt = new Date(named.readUIntBE(0, endBytes))
  return endsAt > now ? endsAt : null
}

function signed(secrets: Secrets, named: Buffer): string {
  const mac = createHmac('sha256', secrets.of('remote room')).update(named).digest()
  return Buffer.concat([named, mac.subarray(0, macBytes)]).toString('base64url')
}
