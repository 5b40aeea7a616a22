import type { HydrationState } from 'react-router'
import type { PreloadedState } from '#shared/pages/render.ts'

export const preloadedStateId = 'preloaded-state'

type InlinedState = { app: PreloadedState; router: HydrationState }

export function writeInlinedState(state: InlinedState): string {
  return escapeJson(JSON.stringify(state))
}

/** Escapes JSON for a `<script>`, so that no text in it can close the element. */
export function escapeJson(json: string): string {
  return json.replace(/[<\u2028\u2029]/g, escapeCharacter)
}

/** Selects the script element, because an article's element may have the same id. */
export function readInlinedState(document: Document): InlinedState {
  return JSON.parse(document.querySelector(`script#${preloadedStateId}`)?.textContent ?? 'null')
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
