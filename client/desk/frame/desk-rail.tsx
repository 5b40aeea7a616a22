import type { Me } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { Address } from '../ui/address.tsx'
import { DeskBrand } from './desk-brand.tsx'
import { deskMenuId } from './desk-menu.tsx'
import { useRooms } from './rooms.ts'
import { SignOut } from './sign-out.tsx'

/** Shows the role's rooms and highlights the current one. */
export function DeskRail({ email, role, waiting }: Me) {
  const rooms = useRooms(role)
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
            {rooms.map(({ label, link, key }) => (
              <li key={label}>
                <a className="DeskRail-link" {...link} data-room={key}>
                  <span>{label}</span>
                  <RoomCount room={link.href} waiting={waiting} />
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

/** A room's number of waiting tasks, with a lamp for failed mails. */
function RoomCount({ room, waiting }: { room: string } & Pick<Me, 'waiting'>) {
  if (room === deskRoutes.mails) return <Failed count={waiting.mails} />
  const count = { [deskRoutes.home]: waiting.things, [deskRoutes.messages]: waiting.messages }[room]
  if (!count) return null
  return (
    <span className="DeskRail-count">
      {count}
      <span className="vh"> waiting</span>
    </span>
  )
}

function Failed({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="DeskRail-fail">
      <i className="DeskLamp" />
      {count}
      <span className="vh"> given up</span>
    </span>
  )
}
