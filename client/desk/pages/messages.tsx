import { useLoaderData } from 'react-router'
import type { Loaded } from '../messages/load-messages.ts'
import { Mailbox } from '../messages/mailbox.tsx'

export { loadBox as loader } from '../messages/load-messages.ts'

export function Component() {
  return <Mailbox {...useLoaderData<Loaded>()} />
}
