import type { LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import type { Mine } from '#shared/licensing/mine.ts'
import type { FormRefusal } from '#shared/problem.ts'
import type { DatedRelease } from '../licence/coverage.ts'
import { fetchReleases } from '../licence/fetch-releases.ts'
import { Seo } from '../seo/seo.tsx'
import { contentContext, mineContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Everything } from './licences/everything.tsx'
import { LinkForm } from './licences/link-form.tsx'
import { WhatIsThere } from './licences/what-is-there.tsx'
import '../styles/licences.css'
import '../styles/your-licences.css'
import '../styles/revised.css'
import '../styles/span.css'

type Loaded = { mine: Mine | null; releases: DatedRelease[] }

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const mine = await context.get(mineContext)()
  const releases = mine ? await fetchReleases(context.get(contentContext)) : []
  return { mine, releases }
}

/** Signed-in visitors see everything of their address, others a form for a link. */
export function Component() {
  const { mine, releases } = useLoaderData<Loaded>()
  const refusal = useActionData() as FormRefusal | undefined
  return (
    <>
      <Seo title="Your licences" index={false} />
      {mine ? (
        <Everything mine={mine} releases={releases} />
      ) : (
        <>
          <PageHeader title="Your licences" lead="No account, no password. We mail you a link." />
          <section className="section" data-tone="paper">
            <div className="wrap Split Split--form">
              <LinkForm refusal={refusal} label="Send me a link" />
              <WhatIsThere />
            </div>
          </section>
        </>
      )}
    </>
  )
}
