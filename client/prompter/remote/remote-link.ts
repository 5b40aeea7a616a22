import { routes } from '#shared/routes/routes.ts'

/** The home page with this hash is the remote of a prompter in another window, and of one elsewhere with a room behind it. */
export const remoteHash = '#remote'

export const remoteAddress = `${routes.home}${remoteHash}`
