import { timeOfDay } from '#shared/calendar/time-of-day.ts'
import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { Mine } from '#shared/orders/mine.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { useCurrentSection } from '../../content/use-current-section.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'

/** Links to each licence by name and hint, and the button that signs out. */
export function TocOfMine({ mine, waiting }: { mine: Mine; waiting: boolean }) {
  const { licences, orders, quotes, sessionEndsAt } = mine
  const timeZone = useReaderZone()
  const parts = [
    ...(waiting ? [{ id: 'pay', text: 'To pay' }] : []),
    { id: 'keys', text: 'Licences' },
    ...(orders.length > 0 ? [{ id: 'orders', text: 'Orders' }] : []),
    ...(quotes.length > 0 ? [{ id: 'quotes', text: 'Quotes' }] : []),
    { id: 'data', text: 'What we hold' },
  ]
  const current = useCurrentSection(parts.map(({ id }) => id))
  return (
    <nav className="Toc" aria-label="On this page">
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {text}
            </a>
            {id === 'keys' && licences.length > 1 && (
              <ol className="Toc-sub">
                {licences.map((licence) => (
                  <li key={licence.id}>
                    <a href={`#${licence.id}`}>{`${licence.plan} ${nameOfLicenceKey(licence.key)}`}</a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <form className="Toc-out" method="post" action={apiRoutes.licencesSignOut}>
        <button className="Button Button--quiet Button--small" type="submit">
          Sign out
        </button>
        <p className="Footnote">{`Signed in until ${timeOfDay(sessionEndsAt, timeZone)}.`}</p>
      </form>
    </nav>
  )
}

/** The reader's time zone; the company's until the browser is asked. */
function useReaderZone(): string {
  const company = useTimeZone()
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : company
}
