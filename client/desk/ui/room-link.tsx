import type { ComponentProps } from 'react'
import type { DeskAct } from '#shared/desk/roles.ts'
import { useMay } from '../frame/use-frame.ts'

/** Leads to a page of a room for whoever may read it. @param act reads it */
export function RoomLink({ act, ...link }: ComponentProps<'a'> & { act: DeskAct }) {
  return useMay()(act) ? <a {...link} /> : link.children
}
