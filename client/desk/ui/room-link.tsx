import type { ComponentProps } from 'react'
import type { DeskAct } from '#shared/desk/roles.ts'
import { useMay } from '../frame/use-frame.ts'

/**
 * A link to a room's page for roles that may read it; plain text for others.
 * @param act reads the page
 */
export function RoomLink({ act, ...link }: ComponentProps<'a'> & { act: DeskAct }) {
  return useMay()(act) ? <a {...link} /> : link.children
}
