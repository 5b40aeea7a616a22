import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { referencePattern } from '#shared/contact/contact-reference.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { questionMax } from '#shared/help/help-words.ts'
import { routes } from '#shared/routes/routes.ts'
import { readDocument } from '../../content/documents.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { ContactForm } from './contact-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { Sent } from './sent.tsx'
import '../../site/styles/page.css'
import '../../site/styles/field.css'
import '../../site/styles/verify.css'
import '../../site/styles/help.css'

/** The address may name a help article, or have a question that the help didn't answer. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const question = (query.get('question') ?? '').trim().slice(0, questionMax)
  if (question) return { opening: `${question}\n\n` }
  const about = query.get('about') ?? ''
  const title =
    about.startsWith(routes.helpArticle('')) && (await titleOf(context.get(contentContext), about))
  return { opening: title ? `About “${title}” (${about}): ` : '' }
}

async function titleOf(content: ContentFetch, path: string): Promise<string> {
  const found = await readDocument<{ title: string }>(content, path).catch((error: unknown) => {
    if (error instanceof PageError) return { title: '' }
    throw error
  })
  return found.title
}

export function Component() {
  const { opening } = useLoaderData<typeof loader>()
  const { site } = useAppState()
  const sent = useSearchParams()[0].get('sent') ?? ''
  const isSent = referencePattern.test(sent)
  return (
    <>
      <Seo
        title="Contact"
        description={`Questions about ${site.product}, a licence or an order: write to ${site.company.name}.`}
        index={!isSent && opening === ''}
      />
      <PageHeader title="Contact" lead="Write to us. We answer by email." />
      <section className="section" data-tone="paper">
        <div className="wrap Split Split--form">
          {isSent ? <Sent reference={sent} /> : <ContactForm key={opening} opening={opening} />}
          <OtherWays />
        </div>
      </section>
    </>
  )
}
