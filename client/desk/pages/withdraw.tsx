import { useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { Final } from '../ui/final.tsx'

export const loader = loaderById(deskApiRoutes.release, 'releases.offer')

/** Shows the withdrawal's effect, and requires the version. */
export function Component() {
  const { version, machines } = useLoaderData<typeof loader>()
  return (
    <Final
      title={`Withdraw ${version}?`}
      past={{ label: version, href: deskRoutes.release(version) }}
      lead="Nothing has happened yet."
      action={deskRoutes.releaseAct(version, 'withdraw')}
      name={version}
      label={`Type the version, ${version}`}
      button="Withdraw it"
      will={[
        {
          what: `Offer ${version} to nobody any more`,
          much: 'All feeds',
          small: 'The one before it is the newest.',
        },
        {
          what: 'Leave it where it runs',
          much: plural(machines, 'machine'),
          small: 'Until a newer version comes.',
        },
      ]}
    />
  )
}
