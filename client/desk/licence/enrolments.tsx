import { formatDate } from '#shared/calendar/calendar.ts'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { useMay } from '../frame/use-frame.ts'
import { OnceKey } from '../ui/once-key.tsx'
import { Rows } from '../ui/rows.tsx'

/** Tokens that stand in the key's place. Their owner sees them whole, at Your licences. */
export function Enrolments({ licence: { id, enrolments, revision } }: { licence: DeskLicence }) {
  const may = useMay()
  if (enrolments.length === 0) return null
  return (
    <div className="Block">
      <h2>Tokens for many machines</h2>
      <Rows
        label="Tokens"
        columns={[
          { label: 'Token', kind: 'main' },
          { label: 'Machines' },
          { label: 'Last day', kind: 'date' },
          { label: 'Act', kind: 'act', hidden: true },
        ]}
        rows={enrolments.map((enrolment) => ({
          key: enrolment.id,
          cells: [
            enrolment.tokenHint,
            `${enrolment.seats.used} of ${enrolment.seats.limit}`,
            formatDate(enrolment.lastDay),
            may('licences.end-enrolment') && (
              <form key="end" method="post" action={deskRoutes.licenceAct(id, 'end-enrolment')}>
                <OnceKey />
                <input type="hidden" name="enrolmentId" value={enrolment.id} />
                <input type="hidden" name="revision" value={revision} />
                <Button quiet className="Button--small" aria-label={`End the token ${enrolment.tokenHint}`}>
                  End
                </Button>
              </form>
            ),
          ],
        }))}
      />
      <p className="dim">An ended token takes no more seats. Its machines keep theirs.</p>
    </div>
  )
}
