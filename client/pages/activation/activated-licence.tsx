import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { LicenceCard } from './licence-card.tsx'
import { MachineList } from './machine-list.tsx'
import type { useActivation } from './use-activation.ts'

type Props = {
  licence: LicenceInfo
  activation: ReturnType<typeof useActivation>
  releases: readonly DatedRelease[]
}

export function ActivatedLicence({ licence, activation, releases }: Props) {
  const { machines, current, file, busy } = activation
  return (
    <div className="Split Split--form">
      <LicenceCard
        licence={licence}
        licenceKey={activation.licenceKey}
        releases={releases}
        {...(current && { machine: { id: current.machineId, activatedAt: current.activatedAt } })}
      />
      <div>
        {machines && (
          <MachineList
            machines={machines}
            busy={busy}
            {...(current && { current: current.id })}
            onDeactivate={activation.canDeactivate ? activation.deactivate : undefined}
          />
        )}
        <p className="Form-actions Gap">
          {file && (
            <button className="TextLink" type="button" onClick={activation.saveAgain}>
              Download the activation file
            </button>
          )}
          <button className="TextLink" type="button" onClick={activation.startOver}>
            Use another key
          </button>
        </p>
      </div>
    </div>
  )
}
