import type { Me } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'

/** How much waits in a room, with the lamp for what failed. */
export function RoomCount({ room, waiting }: { room: string } & Pick<Me, 'waiting'>) {
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
