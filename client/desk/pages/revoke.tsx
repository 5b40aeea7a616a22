import { useActionData, useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { describeKey, tailOfKey } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { Final, NothingChosen } from '../ui/final.tsx'
import { Tag } from '../ui/tag.tsx'

export const loader = loaderById(deskApiRoutes.licence, 'licences.revoke')

/** Shows the revocation's effect, and requires the end of the key. */
export function Component() {
  const licence = useLoaderData<typeof loader>()
  const refusal = useActionData() as DeskRefusal | undefined
  const back = deskRoutes.licence(licence.id)
  if (!refusal?.preview) return <NothingChosen title="Revoke" back={back} />

  const tail = tailOfKey(licence.keyHint)
  const key = `key ${describeKey(licence.keyHint)}`
  const names = licence.machines.map(({ name }) => name).join(', ')
  return (
    <Final
      title={`Revoke the ${key}?`}
      past={{ label: `${licence.plan}, ${key}`, href: back }}
      lead={`${licence.licensedTo.companyName ?? licence.licensedTo.name}. Nothing has happened yet.`}
      side={<Tag state={licence.status} />}
      action={deskRoutes.licenceAct(licence.id, 'revoke')}
      refusal={refusal}
      name={tail}
      label={`Type the end of the key, ${tail}`}
      button="Revoke the key"
      will={[
        { what: `End the ${key} for good`, much: '1 key', small: 'No money goes back.' },
        {
          what: 'Stop its machines at their next check',
          much: plural(licence.machines.length, 'machine'),
          small: names,
        },
      ]}
    />
  )
}
