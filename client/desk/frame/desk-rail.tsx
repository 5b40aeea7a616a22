import { useLocation } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { Address } from '../ui/address.tsx'
import { DeskBrand } from './desk-brand.tsx'
import { deskMenuId } from './desk-menu.tsx'
import { RoomCount } from './room-count.tsx'
import { currentRoom, roomsOf } from './rooms.ts'
import { SignOut } from './sign-out.tsx'

/** Shows the role's rooms and lights the current one. */
export function DeskRail({ email, role, waiting }: Me) {
  const { pathname } = useLocation()
  const rooms = roomsOf(role)
  const current = currentRoom(rooms, pathname)
  return (
    <header className="DeskRail" data-tone="glass">
      <div className="DeskRail-in">
        <DeskBrand />
        <div className="DeskRail-tools">
          <a className="DeskRail-tool" href={deskRoutes.searchPage} aria-label="Search">
            <Icon name="search" />
          </a>
          <button className="DeskRail-tool DeskRail-tool--menu" type="button" popoverTarget={deskMenuId}>
            Rooms <Icon name="menu" />
          </button>
        </div>
        <nav className="DeskRail-nav" aria-label="Rooms">
          <ul className="DeskRail-list">
            {rooms.map(({ label, href, key }, index) => (
              <li key={href}>
                <a
                  className="DeskRail-link"
                  href={href}
                  aria-current={index === current ? 'page' : undefined}
                  data-near={current >= 0 && Math.abs(index - current) === 1 ? '' : undefined}
                  data-room={key}
                >
                  <span>{label}</span>
                  <RoomCount room={href} waiting={waiting} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="DeskRail-foot">
          <p>
            <b>
              <Address>{email}</Address>
            </b>
            <br />
            {role}
          </p>
          <div>
            <a href={deskRoutes.sessions}>Sessions</a>
            <SignOut />
          </div>
        </div>
      </div>
    </header>
  )
}
