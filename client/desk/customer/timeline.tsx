import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { TimelineEntry } from '#shared/desk/customer-answers.ts'
import { stateInText } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Nothing, Older } from '../ui/older.tsx'
import { TrackOf } from '../ui/track.tsx'
import { useWhen } from '../ui/when.tsx'

/** Newest first. Each entry links to its subject. */
export function Timeline({ entries, next }: { entries: readonly TimelineEntry[]; next: string | null }) {
  const { day } = useWhen()
  const [newest, oldest] = [entries[0], entries.at(-1)]
  if (!newest || !oldest)
    return <Nothing>Nothing yet. The first order, message or mail of this address begins it.</Nothing>
  return (
    <>
      <TrackOf entries={entries} says={(entry) => <Happened entry={entry} />} />
      <Older
        shown={`${entries.length} shown, from ${day(newest.at)} back to ${day(oldest.at)}`}
        noun="entries"
        next={next}
      />
    </>
  )
}

function Happened({ entry: { kind, id, name, who, act } }: { entry: TimelineEntry }) {
  const href = pages[kind](id)
  const thing = href ? <a href={href}>{name}</a> : name
  if (kind === 'mail')
    return (
      <>
        Mail “{thing}”, {stateInText(act.replace('mail.', ''))}
      </>
    )
  if (kind === 'message') return <>Message {thing} came</>
  return (
    <>
      <b>{describeWho(who)}</b> {describeAct(act, who)}
      {kind !== 'customer' && <>, {thing}</>}
    </>
  )
}

const pages: Record<TimelineEntry['kind'], (id: string) => string | null> = {
  order: deskRoutes.order,
  quote: deskRoutes.quote,
  licence: deskRoutes.licence,
  message: deskRoutes.message,
  mail: deskRoutes.mail,
  customer: () => null,
}
