import { data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { FormRefusal } from '#shared/http/problem.ts'
import type { Mine } from '#shared/orders/mine.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { mineContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { ActForm } from '../licences/act-form.tsx'
import { type Asked, describeAct } from '../licences/describe-act.ts'
import { SignedOut } from '../licences/signed-out.tsx'
import '../../site/styles/page.css'
import '../../site/styles/field.css'
import '../../site/styles/your-licences.css'

type Loaded = { mine: Mine | null; asked: Asked }

/** Status 404 if the act's object doesn't exist. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const mine = await context.get(mineContext)()
  const asked = {
    act: query.get('act') ?? '',
    id: query.get('id') ?? '',
    activationId: query.get('activationId') ?? '',
    enrolmentId: query.get('enrolmentId') ?? '',
  }
  return data<Loaded>({ mine, asked }, { status: mine && !describeAct(mine, asked) ? 404 : 200 })
}

/** Shows an act's effect before it is done. */
export function Component() {
  const { mine, asked } = useLoaderData<Loaded>()
  const refusal = useActionData() as FormRefusal | undefined
  const act = mine && describeAct(mine, asked)
  const past = <PageLink to={routes.licences}>Your licences</PageLink>
  return (
    <>
      <Seo title={act ? act.title : 'Your licences'} cardTitle="Your licences" index={false} />
      {act && (
        <>
          <PageHeader past={past} title={act.title} lead={act.lead} compact />
          <Section className="section--article">
            <ActForm act={act} asked={asked} refusal={refusal} />
          </Section>
        </>
      )}
      {mine && !act && (
        <PageHeader past={past} title="Nothing to change here." lead="It’s gone, or it isn’t yours." />
      )}
      {!mine && <SignedOut lead="You’re signed out. A new link brings you back." />}
    </>
  )
}
