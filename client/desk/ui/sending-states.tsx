import { useSearchParams } from 'react-router'
import { Segments } from './segments.tsx'

const states = { '': 'Newest', dead: 'Given up', queued: 'Waiting', sent: 'Sent' }

/** Links to the parts of a list of what the shop sends. */
export function SendingStates({ page }: { page: string }) {
  const [query] = useSearchParams()
  return (
    <Segments label="State" page={page} name="status" values={states} current={query.get('status') ?? ''} />
  )
}
