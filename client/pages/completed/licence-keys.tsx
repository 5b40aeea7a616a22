import { routes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { PageLink } from '../../framework/page-link.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { OrderLine } from './order.ts'

export function LicenceKeys({ lines }: { lines: OrderLine[] }) {
  const { site } = useAppState()
  const licences = lines.flatMap(({ name, licences }) => licences.map((licence) => ({ name, ...licence })))
  return (
    <section className="section NoPrint" data-tone="paper" aria-labelledby="keys">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="keys">
            Licence keys
          </h2>
          <p className="Lede">Keep them somewhere safe. Anyone who has a key can use it.</p>
        </div>
        <div>
          <ul className="Keys">
            {licences.map(({ name, key, seats }) => (
              <li key={key}>
                <span className="Keys-key">{key}</span>
                <span className="Keys-for">{`${name}, ${machines(seats.limit)}`}</span>
                <CopyButton
                  className="Button Button--quiet Button--small"
                  text={key}
                  label={`the key for ${name}`}
                />
              </li>
            ))}
          </ul>
          <div className="Form-actions Form-actions--gap">
            <ButtonLink to={routes.downloads}>{`Download ${site.product}`}</ButtonLink>
            <PageLink className="TextLink" to={routes.activation}>
              Activate a machine
            </PageLink>
          </div>
        </div>
      </div>
    </section>
  )
}

function machines(seats: number): string {
  return seats === 1 ? 'one machine' : `${seats} machines`
}
