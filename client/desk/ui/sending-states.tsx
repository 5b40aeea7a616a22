import { useSearchParams } from 'react-router'
import { Segments } from './segments.tsx'

const states = [
  ['', 'All'],
  ['dead', 'Given up'],
  ['queued', 'Waiting'],
  ['sent', 'Sent'],
] as const

type Props = { page: string; more?: readonly (readonly [value: string, label: string])[] }

/** Links to the parts of a list of what the shop sends. */
export function SendingStates({ page, more = [] }: Props) {
  const [query] = useSearchParams()
  return (
    <Segments
      label="State"
      page={page}
      name="status"
      values={[...states, ...more]}
      current={query.get('status') ?? ''}
      query={query}
    />
  )
}
