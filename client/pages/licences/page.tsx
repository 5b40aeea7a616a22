import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { FormRefusal } from '#shared/http/problem.ts'
import type { Mine } from '#shared/orders/mine.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'
import { fetchReleases } from '../../shop/licence/fetch-releases.ts'
import { contentContext, mineContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { Everything } from './everything.tsx'
import { SignedOut } from './signed-out.tsx'
import '../../site/styles/page.css'
import '../../site/styles/toc.css'
import '../../site/styles/field.css'
import '../../site/styles/span.css'
import '../../site/styles/revised.css'
import '../../site/styles/steps.css'
import '../../site/styles/licence-card.css'
import '../../site/styles/legal.css'
import '../../site/styles/licences.css'
import '../../site/styles/your-licences.css'

type Loaded = { mine: Mine | null; releases: DatedRelease[] }

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const mine = await context.get(mineContext)()
  const releases = mine ? await fetchReleases(context.get(contentContext)) : []
  return { mine, releases }
}

/** Signed-in visitors see everything of their address; others get a form that requests a link. */
export function Component() {
  const { mine, releases } = useLoaderData<Loaded>()
  const refusal = useActionData() as FormRefusal | undefined
  return (
    <>
      <Seo title="Your licences" index={false} />
      {mine ? (
        <Everything mine={mine} releases={releases} />
      ) : (
        <SignedOut lead="No account, no password. We mail you a link." refusal={refusal} />
      )}
    </>
  )
}
