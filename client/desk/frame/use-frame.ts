import { useRouteLoaderData } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { type DeskAct, mayDo } from '#shared/desk/roles.ts'

/** This route's loader tells who is signed in. */
export const frameId = 'desk-frame'

export type Frame = Me & { now: string; pageKey: string }

/** Who is signed in, and the time of the request. Pages before the sign-in have no frame. */
export function useFrame(): Frame {
  return useFrameIfAny() as Frame
}

export function useFrameIfAny(): Frame | undefined {
  return useRouteLoaderData(frameId)
}

/** Whether whoever is signed in may do an act. */
export function useMay(): (act: DeskAct) => boolean {
  const { role } = useFrame()
  return (act) => mayDo(role, act)
}
