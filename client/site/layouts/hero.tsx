import { useState } from 'react'
import { majorMinor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../framework/app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { useHydrated } from '../framework/use-hydrated.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import type { Elements } from '../ui/elements.ts'

export function Hero() {
  const {
    site: { product },
    latestRelease: { version },
  } = useAppState()
  // The text rolls up only once per document.
  const [isLater] = useState(useHydrated())
  return (
    <section className="Hero" data-tone="glass">
      {picture}
      <div className="wrap">
        <div className={isLater ? 'Hero-text' : 'Hero-text Hero-roll'}>
          <p className="Hero-line Hero-line--past" aria-hidden="true">
            Good evening.
          </p>
          <h1 className="Hero-script">
            <span className="TitleCue" />
            <span className="Hero-line">Experience the difference.</span>{' '}
            <span className="Hero-line Hero-line--next">{`Version ${majorMinor(version)} is now available.`}</span>
          </h1>
          <p className="Hero-lead">{`${product} is a teleprompter for Windows, macOS and Linux.`}</p>
        </div>
        <p className="Hero-meta">{`Latest version ${version}`}</p>
        <div className="Row Hero-actions">
          <ButtonLink className="Hero-download" to={routes.downloads}>
            Download Now!
          </ButtonLink>{' '}
          <ButtonLink className="Hero-news" to={routes.whatsNew}>
            What's New?
          </ButtonLink>
        </div>
        <p className="Row Hero-ways">
          <a className="TextLink" href="#try">
            Try it here
          </a>{' '}
          <PageLink className="TextLink" to={routes.pricing}>
            See the prices
          </PageLink>
        </p>
      </div>
    </section>
  )
}

/** File names are `hero-{width}.{type}`, and `hero-p-{width}.{type}` for upright windows. */
const files = import.meta.glob<string>('./hero/*', { eager: true, query: '?url', import: 'default' })

const upright = '(max-width: 47.99rem), (max-aspect-ratio: 1/1)'

/** Created once, because it is the same for everybody. */
const picture: Elements = (
  <picture className="Hero-image">
    {source('image/avif', 'avif', upright)}
    {source('image/avif', 'avif')}
    <img
      src={files['./hero/hero-1600.jpg']}
      srcSet={srcSet('hero', 'jpg')}
      sizes="100vw"
      width="2400"
      height="1350"
      alt=""
      fetchPriority="high"
    />
  </picture>
)

function source(type: string, ending: string, media?: string): Elements {
  return <source type={type} media={media} srcSet={srcSet(media ? 'hero-p' : 'hero', ending)} sizes="100vw" />
}

function srcSet(name: string, ending: string): string {
  const pattern = new RegExp(`^\\./hero/${name}-(\\d+)\\.${ending}$`)
  return Object.entries(files)
    .flatMap(([file, url]) => {
      const width = pattern.exec(file)?.[1]
      return width ? [{ width: Number(width), url }] : []
    })
    .sort((a, b) => a.width - b.width)
    .map(({ width, url }) => `${url} ${width}w`)
    .join(', ')
}
