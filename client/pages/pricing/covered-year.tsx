import { useEffect, useRef, useState } from 'react'
import { type Day, dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { shortVersion } from '../../shop/licence/coverage-facts.tsx'
import { Span } from '../../shop/licence/span.tsx'
import { period } from '../../shop/licence/words.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { whenNear } from '../../site/framework/when.ts'
import { SplitSection } from '../../site/ui/section.tsx'
import { exampleLicence } from './example-licence.ts'

type Props = { products: Pricing['products']; releases: readonly DatedRelease[] }

/** An example on a timeline, shown only if all plans include the same months of updates. */
export function CoveredYear({ products, releases }: Props) {
  const timeZone = useTimeZone()
  const section = useRef<HTMLElement>(null)
  const [today, setToday] = useState<Day | null>(null)
  // Only the browser knows today's date, because the page is stored. Its first date format takes 30 ms.
  useEffect(
    () =>
      section.current ? whenNear(section.current, () => setToday(dayIn(timeZone, new Date()))) : undefined,
    [timeZone],
  )
  const [months, ...others] = new Set(products.map(({ licence }) => licence.updatesMonths))
  const example = months !== undefined && others.length === 0 && exampleLicence(releases, months)
  if (!example) return null
  const { bought, until, missed } = example
  const renewal = products.every((product) => product.renewal)
    ? ' A renewal brings it, from the day you renew: the gap isn’t billed.'
    : ''
  return (
    <SplitSection
      ref={section}
      className="section--tight"
      title={`What ${months === 12 ? 'a year' : period(months)} of updates covers`}
    >
      <div className="Glassed" data-tone="glass">
        <Span today={today} until={until} renewedUntil={null} releases={releases} />
        <p>
          {`Bought on ${formatDate(bought)}, a licence covers every version up to ${formatDate(until)}, and all before it. Those run for good. ${shortVersion(missed.version)} came later.${renewal}`}
        </p>
      </div>
    </SplitSection>
  )
}
