import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { endAccess } from '../staff/end-access.tsx'

export const { loader, Component } = endAccess({
  async find(args, id) {
    const { tokens } = await ask(args, deskApiRoutes.tokens)
    return tokens.find((token) => token.id === id)
  },
  action: deskRoutes.endToken,
  title: 'Revoke a token',
  button: 'Revoke the token',
  what: 'Revoke the token of',
  much: '1 token',
  small: 'The program that uses it is refused from then on.',
})
