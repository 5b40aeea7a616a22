import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { endAccess } from '../staff/end-access.tsx'

export const { loader, Component } = endAccess({
  async find(args, id) {
    const { sessions } = await ask(args, deskApiRoutes.sessions)
    return sessions.find((session) => session.id === id)
  },
  action: deskRoutes.endSession,
  title: 'End a session',
  button: 'End the session',
  what: 'End the session of',
  much: '1 session',
  small: 'Whoever uses it must sign in again.',
})
