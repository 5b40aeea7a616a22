import { useSearchParams } from 'react-router'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { longestSearch } from '#shared/desk/requests/fields.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { useFindable } from '../ui/use-findable.ts'
import { useWhen } from '../ui/when.tsx'
import { keysCardId } from './keys-card.tsx'

/** A bar with the search, the time zone and the list of keys. */
export function DeskBar({ now }: { now: string }) {
  const [query] = useSearchParams()
  const { placeholder } = useFindable()
  const timeZone = useTimeZone()
  const { shortDay } = useWhen()
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <section className="DeskBar" aria-label="Search and keys">
      <search className="DeskBar-search">
        <form action={deskRoutes.searchPage} className="DeskSearch">
          <Icon name="search" />
          <input
            name="q"
            type="search"
            autoComplete="off"
            maxLength={longestSearch}
            defaultValue={query.get('q') ?? ''}
            placeholder={placeholder}
            aria-label="Search the desk"
            aria-keyshortcuts="/"
            data-search
          />
          <kbd>/</kbd>
        </form>
      </search>
      <p className="DeskBar-clock">
        <b>{minuteIn(timeZone, now).slice(11)}</b> {shortDay(now)}, {city}
      </p>
      <button className="DeskBar-keys" type="button" popoverTarget={keysCardId} aria-keyshortcuts="?">
        <kbd>?</kbd>Keys
      </button>
    </section>
  )
}
