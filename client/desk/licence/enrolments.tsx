import { formatDate } from '#shared/calendar/calendar.ts'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useMay } from '../frame/use-frame.ts'
import { Block } from '../ui/block.tsx'
import { RowAct } from '../ui/row-act.tsx'
import { Rows } from '../ui/rows.tsx'

/** Enrolment tokens, shown by their ends. Their owner sees them whole at Your licences. */
export function Enrolments({ licence: { id, enrolments, revision } }: { licence: DeskLicence }) {
  const may = useMay()
  if (enrolments.length === 0) return null
  return (
    <Block title="Tokens for many machines">
      <Rows
        label="Tokens"
        columns={{ Token: 'main', Machines: true, 'Last day': 'date', Act: 'act' }}
        rows={enrolments.map((enrolment) => ({
          key: enrolment.id,
          cells: [
            enrolment.tokenHint,
            `${enrolment.seats.used} of ${enrolment.seats.limit}`,
            formatDate(enrolment.lastDay),
            may('licences.end-enrolment') && (
              <RowAct
                key="end"
                action={deskRoutes.licenceAct(id, 'end-enrolment')}
                verb="End"
                of={`the token ${enrolment.tokenHint}`}
                fields={{ enrolmentId: enrolment.id, revision }}
              />
            ),
          ],
        }))}
      />
      <p className="dim">An ended token takes no more seats. Its machines keep theirs.</p>
    </Block>
  )
}
