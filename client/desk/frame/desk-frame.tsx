import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { SkipLink } from '../../site/layouts/skip-link.tsx'
import { ask, deskContext } from '../ask.ts'
import { DeskBar } from './desk-bar.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { DeskRail } from './desk-rail.tsx'
import { KeysCard } from './keys-card.tsx'
import { type Frame, useFrame } from './use-frame.ts'

export async function loadFrame(args: LoaderFunctionArgs): Promise<Frame> {
  const { now, pageKey } = args.context.get(deskContext)
  return { ...(await ask(args, deskApiRoutes.me)), now, pageKey }
}

/** An L-shaped frame with the controls, around the page. */
export function DeskFrame() {
  const { now, pageKey: _, ...me } = useFrame()
  return (
    <div className="Desk" data-tone="glass">
      <SkipLink />
      <DeskRail {...me} />
      <DeskMenu email={me.email} role={me.role} />
      <div className="DeskMain">
        <DeskBar now={now} />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <KeysCard role={me.role} />
    </div>
  )
}
