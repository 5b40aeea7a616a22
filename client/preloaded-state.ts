import type { HydrationState } from 'react-router'
import type { PreloadedState } from '#shared/render.ts'

export const preloadedStateId = 'preloaded-state'

export type InlinedState = { app: PreloadedState; router: HydrationState }

export function writeInlinedState(state: InlinedState): string {
  return escapeJson(JSON.stringify(state))
}

/** JSON that can stand inside a `<script>` of data: nothing in it can close the element. */
export function escapeJson(json: string): string {
  return json.replace(/[<\u2028\u2029]/g, escapeCharacter)
}

/** A post may give an element of its own the same id, but it has no scripts. */
export function readInlinedState(document: Document): InlinedState {
  return JSON.parse(document.querySelector(`script#${preloadedStateId}`)?.textContent ?? 'null')
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
