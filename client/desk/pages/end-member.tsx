import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { endAccess } from '../staff/end-access.tsx'
import { isInSiteFile } from './staff.tsx'

export const { loader, Component } = endAccess({
  async find(args, id) {
    const { staff } = await ask(args, deskApiRoutes.staff)
    return staff.find((member) => member.email === id && !isInSiteFile(member))
  },
  action: (id) => deskRoutes.staffAct(id, 'end'),
  title: 'End all access',
  button: 'End all access',
  what: 'End the role, every session and every token of',
  much: 'All of it',
  small: 'Programs with a token of theirs are refused from then on.',
  past: { label: 'Staff', href: deskRoutes.staff },
})
