import { useState } from 'react'
import { escapeJson } from '../framework/preloaded-state.ts'
import { useHydrated } from '../framework/use-hydrated.ts'
import type { Thing } from './structured-data.ts'

/** Structured data for crawlers. Only the initial HTML has it, because Trusted Types forbid scripts that write scripts. */
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
