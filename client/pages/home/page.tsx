import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { HomePage } from '#shared/content/content-pages.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { type Offerable, offeredTo, offerMembers } from '#shared/releases/offered-to.ts'
import { routes } from '#shared/routes/routes.ts'
import { PrompterDemo } from '../../prompter/prompter-demo.tsx'
import { useAppState, usePricing } from '../../site/framework/app-state.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { organization, softwareApplication } from '../../site/seo/structured-data.ts'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { Features } from './features.tsx'
import { LatestRelease, type ReleaseNotes } from './latest-release.tsx'
import '../../site/styles/hero.css'
import '../../site/styles/read-through.css'
import '../../site/styles/prompter.css'
import '../../site/styles/stock.css'

/** The members that the page shows, because its state is inlined in the HTML. */
const homeMembers: (keyof HomePage)[] = [
  'readThrough',
  'prompter',
  'setUps',
  'windows',
  'remote',
  'timer',
  'glass',
  'closer',
]

export async function loader({ context }: LoaderFunctionArgs) {
  const content = createContentQuery(context.get(contentContext))
  const [home, releases] = await Promise.all([
    content('pages/home').only(homeMembers).fetch<HomePage>(),
    content('releases')
      .only([...offerMembers, 'stock', 'notes'])
      .fetch<(ReleaseNotes & Offerable)[]>(),
  ])
  const [latest] = offeredTo(releases, {})
  return { home, release: latest && toNotes(latest) }
}

function toNotes({ version, stock, notes }: ReleaseNotes): ReleaseNotes {
  return { version, stock, notes }
}

export function Component() {
  const { home, release } = useLoaderData<typeof loader>()
  const state = useAppState()
  const pricing = usePricing()
  return (
    <>
      <Seo
        title="Teleprompting software for Windows, macOS and Linux"
        cardTitle="Experience the difference"
        things={[organization(state), softwareApplication(state, pricing)]}
      />
      <ReadThrough lines={home.readThrough} />
      <PrompterDemo {...home.prompter} />
      <Features home={home} />
      {release && <LatestRelease release={release} />}
      <Closer {...home.closer} />
    </>
  )
}

function Closer({ past, title, next }: HomePage['closer']) {
  return (
    <section className="Closer" data-tone="glass">
      <div className="wrap">
        <p className="Closer-past" aria-hidden="true">
          {past}
        </p>
        <h2 className="Closer-title">{title}</h2>
        <p className="Closer-next">{next}</p>
        <div className="Row Closer-actions">
          <ButtonLink to={routes.downloads}>Go to downloads</ButtonLink>{' '}
          <ButtonLink to={routes.pricing} quiet>
            See pricing
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Highlights each sentence as it crosses the middle of the window. */
function ReadThrough({ lines }: { lines: string[] }) {
  return (
    <section className="ReadThrough" data-tone="glass" aria-label="What a teleprompter does">
      <div className="wrap">
        <div className="ReadThrough-in">
          <div className="ReadThrough-rail" aria-hidden="true" />
          <div className="ReadThrough-cue" aria-hidden="true" />
          <div className="ReadThrough-lines">
            {lines.map((line) => (
              <p key={line} className="ReadThrough-line">
                {line}
              </p>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
