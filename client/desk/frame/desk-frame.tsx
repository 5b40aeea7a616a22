import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import type { DeskRole } from '#shared/desk/roles.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import { SkipLink } from '../../layouts/skip-link.tsx'
import { ask, nowOf } from '../ask.ts'
import { DeskBar } from './desk-bar.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { DeskRail } from './desk-rail.tsx'
import { KeysCard } from './keys-card.tsx'

export type Frame = { email: string; role: DeskRole; now: string }

export async function loadFrame(args: LoaderFunctionArgs): Promise<Frame> {
  const me = await ask<Pick<Frame, 'email' | 'role'>>(args, deskApiRoutes.me)
  return { ...me, now: nowOf(args) }
}

/** An L of glass with controls around the page. */
export function DeskFrame() {
  const { email, role, now } = useLoaderData<Frame>()
  return (
    <div className="Desk" data-tone="glass">
      <SkipLink />
      <DeskRail email={email} role={role} />
      <DeskMenu email={email} role={role} />
      <div className="DeskMain">
        <DeskBar now={now} />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <KeysCard role={role} />
    </div>
  )
}
