import { useId } from 'react'
import { onceField } from '#shared/desk/once-field.ts'
import { useFrameIfAny } from '../frame/use-frame.ts'

/** A form that is sent twice counts once, because its key is made with its page. */
export function OnceKey() {
  const frame = useFrameIfAny()
  const id = useId()
  return frame && <input type="hidden" name={onceField} value={frame.pageKey + id} />
}
