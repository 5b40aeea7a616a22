import type { ReactNode } from 'react'
import type { HistoryEntry } from '#shared/desk/answers.ts'
import { describeAct, describeChanges, describeDetail, describeWho } from '#shared/desk/audit-words.ts'
import { Nothing } from './older.tsx'
import { useMoney } from './use-money.ts'
import { useWhen, When } from './when.tsx'
import { WholeNumbers } from './whole-numbers.tsx'

/** A history, newest first. Each entry has its reason and changed values. */
export function Track({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <Nothing>Nothing yet. The first act on it begins its history.</Nothing>
  return (
    <TrackOf
      entries={entries.toReversed()}
      says={({ who, act }) => (
        <>
          <b>{describeWho(who)}</b> {describeAct(act, who)}
        </>
      )}
    />
  )
}

type TrackProps<Entry> = { entries: readonly Entry[]; says(entry: Entry): ReactNode }

/** In the given order. */
export function TrackOf<Entry extends HistoryEntry>({ entries, says }: TrackProps<Entry>) {
  return (
    <ol className="Track Ruled">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same time, and they keep their order
        <li key={index}>
          <When at={entry.at} />
          <div>
            <p>{says(entry)}</p>
            {entry.detail && <small>{describeDetail(entry.detail)}</small>}
            <Changes entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  )
}

type Changed = Pick<HistoryEntry, 'before' | 'after'> & { name?: string }

export function Changes({ entry: { before, after, name } }: { entry: Changed }) {
  const changes = describeChanges(before, after, { money: useMoney(), day: useWhen().day }, name)
  if (changes.length === 0) return null
  return (
    <small>
      {changes.map(({ label, from, to }) => (
        <span key={label}>
          {label}:{' '}
          {from !== null && (
            <del>
              <WholeNumbers>{from}</WholeNumbers>
            </del>
          )}
          {from !== null && to !== null && ', now '}
          {to !== null && <WholeNumbers>{to}</WholeNumbers>}
          {/[.!?…]$/.test(to ?? '') ? '' : '.'}{' '}
        </span>
      ))}
    </small>
  )
}
