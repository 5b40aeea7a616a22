import { useActionData, useSearchParams } from 'react-router'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { SignInPage } from '../frame/sign-in-page.tsx'

/** Only the button uses up the link, because mail programs may open links. */
export function Component() {
  const [query] = useSearchParams()
  const answer = useActionData() as { stranger?: string } | undefined
  if (answer?.stranger) return <Stranger email={answer.stranger} />
  if (answer) return <Spent />
  return (
    <SignInPage
      past="The desk"
      title="Open the desk"
      lead="On this computer, for 12 hours. After 30 minutes without a click you’ll be asked again. Are you signed in elsewhere? That session ends."
    >
      <form className="SignIn-form" method="post" action={deskRoutes.open}>
        <input type="hidden" name="token" value={query.get('token') ?? ''} />
        <Button>Open the desk</Button>
      </form>
    </SignInPage>
  )
}

function Stranger({ email }: { email: string }) {
  return (
    <SignInPage
      past="The desk"
      title="The site doesn’t know you yet"
      lead={`${email} isn’t on the staff list that this site has read. After “content reload” this link opens, within its 15 minutes.`}
    />
  )
}

function Spent() {
  return (
    <SignInPage
      past="The desk"
      title="This link no longer opens"
      lead="It has been used, or it’s older than 15 minutes. Nobody else can use it either. Ask for a new one."
    >
      <a className="Button Button--quiet" href={deskRoutes.signIn}>
        Mail me a new link
      </a>
    </SignInPage>
  )
}
