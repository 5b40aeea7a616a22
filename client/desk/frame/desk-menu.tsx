import { useLocation } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { DeskBrand } from './desk-brand.tsx'
import { currentRoom, roomsOf } from './rooms.ts'
import { SignOut } from './sign-out.tsx'

export const deskMenuId = 'desk-menu'

/** On a phone the rooms are a popover, which needs no script. */
export function DeskMenu({ email, role }: Pick<Me, 'email' | 'role'>) {
  const { pathname } = useLocation()
  const rooms = roomsOf(role)
  const current = currentRoom(rooms, pathname)
  return (
    <div className="DeskMenu" id={deskMenuId} popover="auto" data-tone="glass">
      <div className="DeskMenu-bar">
        <DeskBrand />
        <button className="DeskRail-tool" type="button" popoverTarget={deskMenuId} popoverTargetAction="hide">
          Close <Icon name="close" />
        </button>
      </div>
      <nav className="DeskMenu-list" aria-label="Rooms">
        {rooms.map(({ label, href }, index) => (
          <a
            key={href}
            className="DeskMenu-link"
            href={href}
            aria-current={index === current ? 'page' : undefined}
            data-near={current >= 0 && Math.abs(index - current) === 1 ? '' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <div className="DeskMenu-foot">
        <span>
          {email}, {role}
        </span>
        <a href={deskRoutes.sessions}>Sessions</a>
        <SignOut />
      </div>
    </div>
  )
}
