import { useRouteLoaderData } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { type DeskAct, mayDo } from '#shared/desk/roles.ts'

/** The id of the route whose loader returns the signed-in person. */
export const frameId = 'desk-frame'

export type Frame = Me & { now: string; pageKey: string }

/** The signed-in person, and the time of the request. Don't call it on pages before the sign-in, which have no frame. */
export function useFrame(): Frame {
  return useFrameIfAny() as Frame
}

export function useFrameIfAny(): Frame | undefined {
  return useRouteLoaderData(frameId)
}

/** Whether the signed-in person may do an act. */
export function useMay(): (act: DeskAct) => boolean {
  const { role } = useFrame()
  return (act) => mayDo(role, act)
}
