import { useId } from 'react'
import { useRouteLoaderData } from 'react-router'
import { onceField } from '#shared/desk/once-field.ts'
import type { Frame } from '../frame/desk-frame.tsx'
import { frameId } from '../frame/frame-id.ts'

/** A form that is sent twice counts once, because its key is made with its page. */
export function OnceKey() {
  const frame = useRouteLoaderData(frameId) as Frame | undefined
  const id = useId()
  return frame && <input type="hidden" name={onceField} value={frame.pageKey + id} />
}
