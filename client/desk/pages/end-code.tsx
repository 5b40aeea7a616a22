import { useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderById } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { Final, useTyped } from '../ui/final.tsx'

export const loader = loaderById(deskApiRoutes.code)

/** Shows what still counts, and requires the code. */
export function Component() {
  const { code, reserved, promised } = useLoaderData<typeof loader>()
  const typed = useTyped(code)
  const back = deskRoutes.code(code)
  return (
    <>
      <DeskHead title={`End ${code}?`} past={{ label: code, href: back }} lead="Nothing has happened yet." />
      <Final
        action={deskRoutes.codeAct(code, 'end')}
        refusal={typed}
        name={code}
        label={`Type the code, ${code}`}
        button="End the code"
        back={back}
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
    </>
  )
}
