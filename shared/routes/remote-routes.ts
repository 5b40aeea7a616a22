import { fill } from './routes.ts'

/** Separate from other addresses, because only a prompter with a phone remote needs them. */
export const remotePattern = '/api/remote/:room'

export const remoteRoutes = {
  rooms: '/api/remote',
  room: (room: string) => fill(remotePattern, room),
} as const
