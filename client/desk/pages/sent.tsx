import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { DraftKept, SignInPage } from '../frame/sign-in-page.tsx'

export function Component() {
  return (
    <SignInPage
      past="The desk"
      title="Check your email"
      lead="If the address is on the desk’s list, a link is on its way. Nothing has come? The desk can be opened from the server, too:"
    >
      <div className="SignIn-form">
        <code className="cmd">npm run admin -- desk link you@example.com</code>
        <a className="Button Button--quiet" href={deskRoutes.signIn}>
          Another address
        </a>
      </div>
      <DraftKept />
    </SignInPage>
  )
}
