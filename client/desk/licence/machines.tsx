import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useMay } from '../frame/use-frame.ts'
import { Block } from '../ui/block.tsx'
import { RowAct } from '../ui/row-act.tsx'
import { Rows } from '../ui/rows.tsx'
import { useWhen, When } from '../ui/when.tsx'

export function Machines({ licence: { id, machines, revision } }: { licence: DeskLicence }) {
  const may = useMay()
  const { day } = useWhen()
  return (
    <Block title="Machines">
      <Rows
        none="None is on. One comes when somebody enters the key on it."
        label="Machines"
        columns={{
          Machine: 'main',
          System: true,
          Version: true,
          Since: 'date',
          'Last seen': 'date',
          Act: 'act',
        }}
        rows={machines.map((machine) => ({
          key: machine.id,
          cells: [
            machine.name,
            machine.os,
            machine.appVersion,
            day(machine.activatedAt),
            <When key="seen" at={machine.seenAt} />,
            may('licences.release') && (
              <RowAct
                key="release"
                action={deskRoutes.licenceAct(id, 'release')}
                verb="Release"
                of={machine.name}
                fields={{ activationId: machine.id, revision }}
              />
            ),
          ],
        }))}
      />
      {machines.length > 0 && (
        <p className="dim">
          Release frees the seat at once. The machine is told at its next check and can be activated again.
        </p>
      )}
    </Block>
  )
}
