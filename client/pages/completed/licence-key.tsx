import type { OrderLicence } from '#shared/orders/orders.ts'
import { type CoverageState, isNearEnd } from '../../shop/licence/coverage.ts'
import { coverageSentence } from '../../shop/licence/coverage-facts.tsx'
import { RenewLink } from '../../shop/licence/renew-link.tsx'
import { machines } from '../../shop/licence/words.ts'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Verbatim } from '../../site/ui/verbatim.tsx'

type Props = { licence: OrderLicence & { name: string; key: string }; coverage: CoverageState }

/** Shows the licence as it is today, because it may have changed. */
export function LicenceKey({ licence: { name, plan, sku, key, seats, status }, coverage }: Props) {
  const isOn = status === 'active'
  return (
    <li data-status={status}>
      <Verbatim className="Keys-key">{key}</Verbatim>
      <span className="Keys-for">
        {`${plan}, ${machines(seats.limit)}. ${isOn ? coverageSentence(coverage) : notes[status]}`}
      </span>
      {isOn && (
        <>
          <CopyButton
            className="Button Button--quiet Button--small"
            text={key}
            label={`the key for ${name}`}
          />
          {isNearEnd(coverage) && (
            <p className="Keys-renew">
              <RenewLink sku={sku} seats={seats.limit} coverage={coverage} licenceKey={key} />
            </p>
          )}
        </>
      )}
    </li>
  )
}

const notes = { suspended: 'On hold', revoked: 'Switched off' }
