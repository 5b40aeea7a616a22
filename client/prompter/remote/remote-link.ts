import { routes } from '#shared/routes/routes.ts'

/** The home page with this hash is a remote for another window. With a room after the hash it is one for another device. */
export const remoteHash = '#remote'

export const remoteAddress = `${routes.home}${remoteHash}`
