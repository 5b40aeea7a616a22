import { useState } from 'react'
import { majorMinor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../framework/app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { useHydrated } from '../framework/use-hydrated.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { TitleCue } from '../ui/title-cue.tsx'
import { HeroImage } from './hero-image.tsx'

export function Hero() {
  const {
    site: { product },
    latestRelease: { version },
  } = useAppState()
  // The text rolls up once for each document.
  const [isLater] = useState(useHydrated())
  return (
    <section className="Hero" data-tone="glass">
      <HeroImage />
      <div className="wrap">
        <div className={isLater ? 'Hero-text' : 'Hero-text Hero-roll'}>
          <p className="Hero-line Hero-line--past" aria-hidden="true">
            Good evening.
          </p>
          <h1 className="Hero-script">
            <TitleCue />
            <span className="Hero-line Hero-line--now">Experience the difference.</span>{' '}
            <span className="Hero-line Hero-line--next">{`Version ${majorMinor(version)} is now available.`}</span>
          </h1>
          <p className="Hero-lead">{`${product} is a teleprompter for Windows, macOS and Linux.`}</p>
        </div>
        <p className="Hero-meta">{`Latest version ${version}`}</p>
        <div className="Hero-actions">
          <ButtonLink className="Hero-download" to={routes.downloads}>
            Download Now!
          </ButtonLink>{' '}
          <ButtonLink className="Hero-news" to={routes.whatsNew}>
            What's New?
          </ButtonLink>
        </div>
        <p className="Hero-ways">
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
