import { useState } from 'react'
import { escapeJson } from '../preloaded-state.ts'
import type { Thing } from './structured-data.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * For who reads the document as it came. A page that is opened later has none: nobody would read it, and Trusted Types
 * forbid a script to write scripts.
 */
export function JsonLd({ thing }: { thing: Thing }) {
  const isLater = useHydrated()
  const [isInDocument] = useState(!isLater)
  if (!isInDocument) return null
  const json = escapeJson(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
