import { routes } from '#shared/routes/routes.ts'

/** The home page with this hash steers a prompter in another window. With a room behind the hash it steers one elsewhere. */
export const remoteHash = '#remote'

export const remoteAddress = `${routes.home}${remoteHash}`
