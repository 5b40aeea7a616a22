import { escapeJson } from '../preloaded-state.ts'
import type { Thing } from './structured-data.ts'

export function JsonLd({ thing }: { thing: Thing }) {
  const json = escapeJson(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
