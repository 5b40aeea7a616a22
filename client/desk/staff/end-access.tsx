import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Final, NothingChosen } from '../ui/final.tsx'

type Ending = {
  /** @returns the person whose access would end; undefined if it can't be ended here */
  find(args: LoaderFunctionArgs, id: string): Promise<{ email: string } | undefined>
  action(id: string): string
  title: string
  button: string
  /** The effect in words, before the address. */
  what: string
  much: string
  small: string
  past?: { label: string; href: string }
}

const sessionsPage = { label: 'Sessions and tokens', href: deskRoutes.sessions }

/** Creates a page that requires the address of the person whose access ends. */
export function endAccess({ find, action, title, button, past = sessionsPage, ...effect }: Ending) {
  async function loader(args: LoaderFunctionArgs) {
    return { email: (await find(args, String(args.params.id)))?.email ?? null }
  }

  function Component() {
    const { email } = useLoaderData<typeof loader>()
    const { id = '' } = useParams()
    if (email === null) return <NothingChosen title={title} back={past.href} />
    return (
      <Final
        title={`${title}?`}
        past={past}
        lead={`${email}. Nothing has happened yet.`}
        action={action(id)}
        name={email}
        label={`Type the address, ${email}`}
        button={button}
        will={[{ ...effect, what: `${effect.what} ${email}` }]}
      />
    )
  }

  return { loader, Component }
}
