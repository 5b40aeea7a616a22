import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { remotePattern, remoteRoutes } from '#shared/routes/remote-routes.ts'
import { text } from '#shared/text/text-fields.ts'
import type { AppContext, Clock } from '../../context.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'
import { download, type Endpoint, endpoint, type Gate } from '../../web/endpoint.ts'
import { AppError, nothingHere } from '../../web/http/errors.ts'
import { textOf } from '../../web/openapi/description.ts'

const offered: Gate<AppContext, void> = {
  errors: ['not_found'],
  async admit({ config }) {
    if (!config.phoneRemote) throw nothingHere()
  },
}

const seat = z.enum(['glass', 'phone'], 'glass or phone')

/** A NOTIFY of PostgreSQL carries at most 8000 bytes. */
const sealedMax = 7000

export const remoteApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: remoteRoutes.rooms,
    gate: offered,
    limit: 'remoteRooms',
    summary: 'Open a room in which a phone steers a prompter',
    description:
      'Its name is signed and nothing about it is kept. It ends after an hour. The devices seal what they send with a ' +
      'key that the server never has.',
    status: 201,
    says: 'The room.',
    answer: z.object({ room: text(64, 'The room’s name.'), endsAt: z.iso.datetime() }),
    async run({ ctx }) {
      const { room, endsAt } = newRoom(await ctx.keyring.secrets(ctx.database.db), ctx)
      return { room, endsAt: endsAt.toISOString() }
    },
  }),
  download({
    method: 'get',
    path: remotePattern,
    gate: offered,
    limit: 'remoteMessages',
    summary: 'Listen in a room',
    description:
      'Each seat has one device, the one that came last; an earlier one is told by the event `taken`. The event `over` ' +
      'says that the hour has passed.',
    input: z.object({ seat }),
    errors: ['not_found', 'temporarily_unavailable'],
    says: 'Server-sent events: what the other seat sends.',
    content: textOf('text/event-stream'),
    async send({ ctx, params }, { seat }, res) {
      const endsAt = await endOf(ctx, params.room)
      if (res.req.method === 'HEAD') return void res.end()
      if (!ctx.rooms.hasSpace()) {
        throw new AppError(503, 'temporarily_unavailable', 'Too many rooms are open right now.', {
          headers: { 'Retry-After': '30' },
        })
      }
      await ctx.rooms.join(params.room, seat, endsAt.getTime() - ctx.clock().getTime(), res)
    },
  }),
  endpoint({
    method: 'post',
    path: remotePattern,
    gate: offered,
    limit: 'remoteMessages',
    summary: 'Send something to the other seat of a room',
    description: 'Nothing is kept for a device that doesn’t listen.',
    input: z.object({ seat, text: text(sealedMax, 'Send text.').regex(/^[\w-]+$/, 'Only base64url.') }),
    errors: ['not_found'],
    status: 204,
    says: 'It is passed on.',
    answer: null,
    async run({ ctx, params }, { seat, text }) {
      await endOf(ctx, params.room)
      await ctx.rooms.send(params.room, seat, text)
    },
  }),
]

/** @throws AppError 404 */
async function endOf({ keyring, database, clock }: AppContext, room: string): Promise<Date> {
  const endsAt = roomEnd(await keyring.secrets(database.db), room, clock())
  if (!endsAt) throw new AppError(404, 'not_found', 'There is no such room, or its hour has passed.')
  return endsAt
}

export const roomMs = 60 * 60_000

const endBytes = 6
const randomPart = 10
const macBytes = 16

/** A room's signed name contains its end, so no process needs to store it. */
function newRoom(secrets: Secrets, { clock, random }: Clock): { room: string; endsAt: Date } {
  const endsAt = new Date(clock().getTime() + roomMs)
  const end = Buffer.alloc(endBytes)
  end.writeUIntBE(endsAt.getTime(), 0, endBytes)
  return { room: signed(secrets, Buffer.concat([end, random(randomPart)])), endsAt }
}

/** @returns null for a name that this site didn't issue, or a room past its end */
function roomEnd(secrets: Secrets, room: string, now: Date): Date | null {
  const named = Buffer.from(room, 'base64url').subarray(0, -macBytes)
  if (named.length !== endBytes + randomPart || !equalSecrets(signed(secrets, named), room)) return null
  const endsAt = new Date(named.readUIntBE(0, endBytes))
  return endsAt > now ? endsAt : null
}

function signed(secrets: Secrets, named: Buffer): string {
  const mac = createHmac('sha256', secrets.of('remote room')).update(named).digest()
  return Buffer.concat([named, mac.subarray(0, macBytes)]).toString('base64url')
}
