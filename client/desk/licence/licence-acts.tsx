import type { ReactNode } from 'react'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import { tailOfKey } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { TextField } from '../../site/ui/field.tsx'
import { ActForm, Acts, type FormState } from '../ui/act-form.tsx'
import { useWhen } from '../ui/when.tsx'

type LicenceActForm = {
  act: DeskAct
  /** The last segment of the form's address. */
  path: string
  title: string
  description: string
  button: string
  impossible?: string | null
  fields?(form: FormState): ReactNode
}

/** The sentences that follow these forms, by the last segment of their addresses. */
export const licenceDone: Record<string, string> = {
  issue: 'The licence is issued, and its key is on its way.',
  release: 'The machine is released.',
  'replace-key': 'The key is replaced, and the new one is on its way.',
  move: 'The licence has moved.',
  enrol: 'The token is made. Its owner finds it at Your licences.',
  'end-enrolment': 'The token takes no more machines. Those that are on stay on.',
  seats: 'The number of machines has changed.',
  'updates-until': 'The last day of updates has changed.',
  details: 'What it unlocks and is called has changed.',
  suspend: 'The licence is suspended.',
  reinstate: 'The licence is on again.',
  revoke: 'The licence is revoked.',
}

export function LicenceActs({ licence }: { licence: DeskLicence }) {
  const { day } = useWhen()
  return (
    <Acts>
      {actsOf(licence, day(licence.updatesUntil)).map(({ path, fields, ...form }) => (
        <ActForm
          key={path}
          {...form}
          action={deskRoutes.licenceAct(licence.id, path)}
          revision={licence.revision}
        >
          {(form) => (
            <>
              {fields?.(form)}
              <TextField label="Why" note="for the history" {...form.field('reason')} />
            </>
          )}
        </ActForm>
      ))}
    </Acts>
  )
}

function actsOf(licence: DeskLicence, lastDay: string): LicenceActForm[] {
  const { status, email, seats, machines, keyHint, entitlements, offlineDays, externalId } = licence
  const ended = status === 'revoked' ? 'it’s revoked.' : null
  return [
    {
      act: 'licences.replace-key',
      path: 'replace-key',
      title: 'Replace the key',
      description: `Issues a new key and mails it to ${email}. The old one stops activating now; machines that are on stay on until they’re released.`,
      button: 'Replace and mail the key',
      impossible: ended,
    },
    {
      act: 'licences.move',
      path: 'move',
      title: 'Move to another address',
      description:
        'Gives the licence to another address, with a new key. The old one can do nothing any more; machines keep their seats. Both are told.',
      button: 'Move the licence',
      impossible: ended,
      fields: ({ value, field }) => (
        <>
          <TextField label="New address" {...field('email')} type="email" required />
          <label className="Pick">
            <input type="checkbox" name="keepKey" value="true" defaultChecked={value('keepKey') === 'true'} />
            <span>Keep the key, so that whoever has it can go on using it</span>
          </label>
        </>
      ),
    },
    {
      act: 'licences.enrol',
      path: 'enrol',
      title: 'Make a token for many machines',
      description: `Takes seats in the key’s place, for silent installations. ${email} finds it at Your licences.`,
      button: 'Make the token',
      impossible: status === 'active' ? null : 'it’s off.',
      fields: ({ field }) => (
        <>
          <TextField
            label="Machines"
            {...field('seats', String(seats.limit))}
            type="number"
            min={1}
            required
          />
          <TextField label="Last day" {...field('lastDay')} type="date" required />
        </>
      ),
    },
    {
      act: 'licences.seats',
      path: 'seats',
      title: `Machines: ${seats.limit}`,
      description: 'Changes how many may be on at once.',
      button: 'Change the number',
      impossible: ended,
      fields: ({ field }) => (
        <TextField label="Machines" {...field('limit', String(seats.limit))} type="number" min={1} required />
      ),
    },
    {
      act: 'licences.updates-until',
      path: 'updates-until',
      title: `Updates until: ${lastDay}`,
      description: 'Changes the last day of updates.',
      button: 'Change the day',
      impossible: ended,
      fields: ({ field }) => <TextField label="Last day" {...field('updatesUntil')} type="date" required />,
    },
    {
      act: 'licences.details',
      path: 'details',
      title: 'What it unlocks',
      description: 'The application knows at its next activation or validation.',
      button: 'Change it',
      impossible: ended,
      fields: ({ field }) => (
        <>
          <TextField label="Unlocks" note="by commas" {...field('entitlements', entitlements.join(', '))} />
          <TextField
            label="Days without a validation"
            note="empty for no limit"
            {...field('offlineDays', offlineDays === null ? '' : String(offlineDays))}
            type="number"
            min={0}
          />
          <TextField label="Its name in another program" {...field('externalId', externalId ?? '')} />
        </>
      ),
    },
    status === 'suspended'
      ? {
          act: 'licences.reinstate',
          path: 'reinstate',
          title: 'Reinstate',
          description: 'Its machines are on again at their next check.',
          button: 'Reinstate the licence',
        }
      : {
          act: 'licences.suspend',
          path: 'suspend',
          title: 'Suspend',
          description: 'All machines stop at their next check. Reinstate brings them back.',
          button: 'Suspend the licence',
          impossible: ended,
        },
    {
      act: 'licences.revoke',
      path: 'revoke',
      title: 'Revoke for good',
      description: `The key and its ${plural(machines.length, 'machine')} stop for good. You’ll see it in full, then type ${tailOfKey(keyHint)}.`,
      button: 'See what it will do',
      impossible: ended,
    },
  ]
}
