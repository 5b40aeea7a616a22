import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { Finder } from '../../help/finder.tsx'
import { helpContext } from '../../help/help-context.ts'
import { HelpLinks } from '../../help/help-links.tsx'
import { type HelpLink, readTasks } from '../../help/queries.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { SearchResults } from './search-results.tsx'
import '../../site/styles/page.css'
import '../../site/styles/row-list.css'
import '../../site/styles/field.css'
import '../../site/styles/on-phone.css'
import '../../site/styles/news.css'
import '../../site/styles/help.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const content = context.get(contentContext)
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const [tasks, answer] = await Promise.all([
    readTasks(content),
    search === '' ? null : context.get(helpContext)(search),
  ])
  return { tasks, search, answer }
}

export function Component() {
  const { tasks, search, answer } = useLoaderData<typeof loader>()
  const { site } = useAppState()
  return (
    <>
      <Seo
        title={search ? `Help with “${search}”` : 'Help'}
        cardTitle="Help"
        description={`Help with ${site.product}: licences, machines, orders, invoices and reading.`}
        index={search === ''}
      />
      <PageHeader title="Help" open>
        <Finder shown={search} />
      </PageHeader>
      {answer && <SearchResults search={search} answer={answer} />}
      <section className={search ? 'section section--tight' : 'section'} data-tone="paper">
        <div className="wrap">
          <Tasks tasks={tasks} />
        </div>
      </section>
      <SplitSection className="section--tight" title="Not there?">
        <div>
          <p className="lead">Write to us, and say what you did just before. A person answers by email.</p>
          <div className="Form-actions Gap">
            <ButtonLink to={search ? helpRoutes.askUs(search) : routes.contact}>Write to us</ButtonLink>{' '}
            <PageLink className="TextLink" to={routes.licences}>
              Open your licences
            </PageLink>
          </div>
        </div>
      </SplitSection>
    </>
  )
}

function Tasks({ tasks }: { tasks: { task: string; articles: HelpLink[] }[] }) {
  return (
    <div className="Tasks">
      {tasks.map(({ task, articles }) => (
        <section className="Task" key={task}>
          <h2>{task}</h2>
          <HelpLinks articles={articles} />
        </section>
      ))}
    </div>
  )
}
