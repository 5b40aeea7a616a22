import { useLocation } from 'react-router'
import { type DeskAct, type DeskRole, mayDo } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'

type Room = {
  label: string
  href: string
  /** Opens the room when it is pressed after `g`. */
  key: string
  act: DeskAct
}

const rooms: readonly Room[] = [
  { label: 'Today', href: deskRoutes.home, key: 't', act: 'overview' },
  { label: 'Orders', href: deskRoutes.orders, key: 'o', act: 'orders.read' },
  { label: 'Customers', href: deskRoutes.customers, key: 'u', act: 'customers.read' },
  { label: 'Quotes', href: deskRoutes.quotes, key: 'q', act: 'orders.read' },
  { label: 'Licences', href: deskRoutes.licences, key: 'l', act: 'licences.read' },
  { label: 'Statement', href: deskRoutes.statement, key: 's', act: 'statement' },
  { label: 'Books', href: deskRoutes.books, key: 'b', act: 'books' },
  { label: 'Trends', href: deskRoutes.trends, key: 'r', act: 'trends' },
  { label: 'Codes', href: deskRoutes.codes, key: 'c', act: 'codes' },
  { label: 'Releases', href: deskRoutes.releases, key: 'v', act: 'releases.read' },
  { label: 'Messages', href: deskRoutes.messages, key: 'm', act: 'messages' },
  { label: 'Mails', href: deskRoutes.mails, key: 'e', act: 'mails' },
  { label: 'Staff', href: deskRoutes.staff, key: 'f', act: 'staff' },
  { label: 'Audit', href: deskRoutes.audit, key: 'a', act: 'audit' },
]

/** In the rail's order. */
export function roomsOf(role: DeskRole): Room[] {
  return rooms.filter(({ act }) => mayDo(role, act))
}

/** Each room with its link, which marks the current room and its neighbours. */
export function useRooms(role: DeskRole) {
  const { pathname } = useLocation()
  const rooms = roomsOf(role)
  const current = rooms.findIndex(
    ({ href }) => pathname === href || (href !== deskRoutes.home && pathname.startsWith(`${href}/`)),
  )
  return rooms.map(({ href, ...room }, index) => ({
    ...room,
    link: {
      href,
      'aria-current': index === current ? ('page' as const) : undefined,
      'data-near': current >= 0 && Math.abs(index - current) === 1 ? '' : undefined,
    },
  }))
}
