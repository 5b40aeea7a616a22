import { useState } from 'react'
import { useHydrated } from '../framework/use-hydrated.ts'
import { escapeJson } from '../preloaded-state.ts'
import type { Thing } from './structured-data.ts'

/**
 * For who reads the document as it came: it stays as it is, and a page that is opened later has none. Nobody would read
 * it, and Trusted Types forbid a script to write scripts.
 */
export function JsonLd({ thing }: { thing: Thing }) {
  const isLater = useHydrated()
  const [json] = useState(isLater ? null : () => toJson(thing))
  if (json === null) return null
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

function toJson(thing: Thing): string {
  return escapeJson(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
}
