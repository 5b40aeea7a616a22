import type { Me } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { DeskBrand } from './desk-brand.tsx'
import { useRooms } from './rooms.ts'
import { SignOut } from './sign-out.tsx'

export const deskMenuId = 'desk-menu'

/** On a phone the rooms are a popover, which needs no script. */
export function DeskMenu({ email, role }: Pick<Me, 'email' | 'role'>) {
  const rooms = useRooms(role)
  return (
    <div className="DeskMenu FullWindow" id={deskMenuId} popover="auto" data-tone="glass">
      <div className="DeskMenu-bar">
        <DeskBrand />
        <button className="DeskRail-tool" type="button" popoverTarget={deskMenuId} popoverTargetAction="hide">
          Close <Icon name="close" />
        </button>
      </div>
      <nav className="DeskMenu-list" aria-label="Rooms">
        {rooms.map(({ label, link }) => (
          <a key={label} className="DeskMenu-link" {...link}>
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
