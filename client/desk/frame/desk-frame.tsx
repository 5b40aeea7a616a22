import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { SkipLink } from '../../site/layouts/skip-link.tsx'
import { ask, nowOf, pageKeyOf } from '../ask.ts'
import { DeskBar } from './desk-bar.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { DeskRail } from './desk-rail.tsx'
import { KeysCard } from './keys-card.tsx'

export type Frame = Me & { now: string; pageKey: string }

export async function loadFrame(args: LoaderFunctionArgs): Promise<Frame> {
  return { ...(await ask(args, deskApiRoutes.me)), now: nowOf(args), pageKey: pageKeyOf(args) }
}

/** An L of glass with controls around the page. */
export function DeskFrame() {
  const { now, pageKey: _, ...me } = useLoaderData<Frame>()
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
