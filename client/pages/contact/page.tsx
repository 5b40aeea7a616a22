import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { referencePattern } from '#shared/contact/contact-reference.ts'
import { type ContentFetch, createContentQuery } from '#shared/content/content-query-builder.ts'
import { questionMax } from '#shared/help/help-words.ts'
import { routes } from '#shared/routes/routes.ts'
import { readDocument } from '../../content/documents.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { ContactForm } from './contact-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { Sent } from './sent.tsx'
import '../../site/styles/page.css'
import '../../site/styles/field.css'
import '../../site/styles/contact.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const content = context.get(contentContext)
  const [opening, answersWithin] = await Promise.all([
    readOpening(content, request.url),
    readAnswersWithin(content),
  ])
  return { opening, answersWithin }
}

/** Undefined if the owner promises no time; the page works without it. */
async function readAnswersWithin(content: ContentFetch): Promise<string | undefined> {
  const site = createContentQuery(content)('site').only(['answersWithin']).fetch<{ answersWithin?: string }>()
  return (await site.catch(() => null))?.answersWithin
}

/** The address may name a help article, or contain a question without an answer in the help. */
async function readOpening(content: ContentFetch, address: string): Promise<string> {
  const query = new URL(address).searchParams
  const question = (query.get('question') ?? '').trim().slice(0, questionMax)
  if (question) return `${question}\n\n`
  const about = query.get('about') ?? ''
  const title = about.startsWith(routes.helpArticle('')) && (await titleOf(content, about))
  return title ? `About “${title}” (${about}): ` : ''
}

async function titleOf(content: ContentFetch, path: string): Promise<string> {
  const found = await readDocument<{ title: string }>(content, path).catch((error: unknown) => {
    if (error instanceof PageError) return { title: '' }
    throw error
  })
  return found.title
}

export function Component() {
  const { opening, answersWithin } = useLoaderData<typeof loader>()
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
      <PageHeader
        title="Contact"
        lead={
          answersWithin
            ? `Write to us. A person answers by email, usually within ${answersWithin}.`
            : 'Write to us. We answer by email.'
        }
      />
      <Section wrap="Split Split--form">
        {isSent ? (
          <Sent reference={sent} answersWithin={answersWithin} />
        ) : (
          <ContactForm key={opening} opening={opening} />
        )}
        <OtherWays />
      </Section>
    </>
  )
}
