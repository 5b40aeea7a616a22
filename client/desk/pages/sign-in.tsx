import { useActionData, useSearchParams } from 'react-router'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes, isDeskPath } from '#shared/routes/desk-routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { DraftKept, SignInPage } from '../frame/sign-in-page.tsx'
import { CheckPlace } from '../sign-in/check-place.tsx'

export function Component() {
  const { site } = useAppState()
  const refusal = useActionData() as DeskRefusal | undefined
  const [query] = useSearchParams()
  const isUnchecked = refusal?.code.startsWith('verification_')
  const to = String(refusal ? refusal.values.to : query.get('to'))
  return (
    <SignInPage
      past={site.company.name}
      title="The desk"
      lead={`${query.has('ended') ? 'Your session had ended, so nothing was done. ' : ''}Type your address. We mail you a link; it opens the desk once, for 15 minutes.`}
    >
      {query.has('ended') && (
        <>
          <DraftKept />
          <noscript>
            <p className="SignIn-lead">Without JavaScript what you typed isn’t kept.</p>
          </noscript>
        </>
      )}
      <form className="SignIn-form" method="post" action={deskRoutes.signIn}>
        {isDeskPath(to) && <input type="hidden" name="to" value={to} />}
        <TextField
          label="Your address"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={String(refusal?.values.email ?? '')}
          error={isUnchecked ? undefined : refusal?.detail}
        />
        <CheckPlace reason={refusal && isUnchecked ? refusal.detail : null} />
        <Button>Mail me a link</Button>
      </form>
    </SignInPage>
  )
}
