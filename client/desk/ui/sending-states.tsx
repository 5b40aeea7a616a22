import { useSearchParams } from 'react-router'
import { Segments } from './segments.tsx'

const states = { '': 'All', dead: 'Given up', queued: 'Waiting', sent: 'Sent' }

/** Links to the parts of a list of what the shop sends. */
export function SendingStates({ page, more = {} }: { page: string; more?: Record<string, string> }) {
  const [query] = useSearchParams()
  return (
    <Segments
      label="State"
      page={page}
      name="status"
      values={{ ...states, ...more }}
      current={query.get('status') ?? ''}
      query={query}
    />
  )
}
