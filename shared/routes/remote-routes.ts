import { fill } from './routes.ts'

/** Apart from other addresses, because only a prompter that a phone steers needs them. */
export const remotePattern = '/api/remote/:room'

export const remoteRoutes = {
  rooms: '/api/remote',
  room: (room: string) => fill(remotePattern, room),
} as const
