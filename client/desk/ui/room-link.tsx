import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type DeskAct, mayDo } from '#shared/desk/roles.ts'
import type { Frame } from '../frame/desk-frame.tsx'
import { frameId } from '../frame/frame-id.ts'

/** Leads to a page of a room for whoever may read it. @param act reads it */
export function RoomLink({ act, ...link }: ComponentProps<'a'> & { act: DeskAct }) {
  const { role } = useRouteLoaderData(frameId) as Frame
  return mayDo(role, act) ? <a {...link} /> : link.children
}
