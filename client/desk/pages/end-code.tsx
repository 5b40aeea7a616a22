import { useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { Final } from '../ui/final.tsx'

export const loader = loaderById(deskApiRoutes.code)

/** Shows what ending the code keeps, and requires the code's name. */
export function Component() {
  const { code, reserved, promised } = useLoaderData<typeof loader>()
  return (
    <Final
      title={`End ${code}?`}
      past={{ label: code, href: deskRoutes.code(code) }}
      lead="Nothing has happened yet."
      action={deskRoutes.codeAct(code, 'end')}
      name={code}
      label={`Type the code, ${code}`}
      button="End the code"
      will={[
        {
          what: `Refuse ${code} in the cart`,
          much: 'From now on',
          small: 'No other code ever gets this name.',
        },
        {
          what: 'Keep the price of what has it already',
          much: `${plural(reserved, 'order')}, ${plural(promised, 'quote')}`,
          small: 'Orders that await their payment, and quotes that are open.',
        },
      ]}
    />
  )
}
