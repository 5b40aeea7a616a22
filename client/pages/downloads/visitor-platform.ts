import { useSyncExternalStore } from 'react'
import type { Platform } from '../../content/documents.ts'

/** The visitor's system, once the page runs in a browser; null for a phone, a tablet or anything unknown. */
export function useVisitorPlatform(): Platform | null {
  return useSyncExternalStore(
    neverChanges,
    () => platformOf(navigator),
    () => null,
  )
}

type Client = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

export function platformOf({ userAgent, maxTouchPoints }: Client): Platform | null {
  if (/Android|iPhone|iPad|iPod|Mobile|CrOS/.test(userAgent)) return null
  if (userAgent.includes('Windows')) return 'windows'
  // An iPad says that it is a Mac. Macs have no touch screen.
  if (userAgent.includes('Macintosh')) return maxTouchPoints > 1 ? null : 'macos'
  return userAgent.includes('Linux') ? 'linux' : null
}

function neverChanges() {
  return () => {}
}
