import type { HomePage } from '#shared/content/content-pages.ts'
import figures from '../../site/styles/figures/figures.css?url'
import type { Elements } from '../../site/ui/elements.ts'
import { Picture } from '../../site/ui/picture.tsx'
import { OpticsFigure } from './optics-figure.tsx'
import { RemoteFigure } from './remote-figure.tsx'
import { TimerFigure } from './timer-figure.tsx'
import { WindowsFigure } from './windows-figure.tsx'

/** Excludes a part from the first layout. The attribute may be gone when React hydrates the part. */
const later = { 'data-later': true, suppressHydrationWarning: true }

type Props = { home: Pick<HomePage, 'setUps' | 'windows' | 'remote' | 'timer' | 'glass'> }

export function Features({ home: { setUps, windows, remote, timer, glass } }: Props) {
  return (
    <section className="section" data-tone="paper">
      {/* This part is below the first screen in every window, so its sheet is linked here and not in the head. */}
      <link rel="stylesheet" href={figures} />
      <div className="wrap Features">
        <Pair {...setUps}>
          <div className="SetUps">
            {places.map((place) => (
              <div key={place} className={`SetUp-${place}`}>
                <Picture slot={setUps[place]} />
              </div>
            ))}
          </div>
        </Pair>
        <Pair {...windows}>{windows.picture ? <Picture slot={windows.picture} /> : <WindowsFigure />}</Pair>
        <div className="Split Feature--duo">
          <Duo feature={remote} at="low" figure={<RemoteFigure />} />
          <Duo feature={timer} at="mid" figure={<TimerFigure />} />
        </div>
        <div className="Split Feature--optics" {...later}>
          <div>
            <h2 className="Feature-title">{glass.title}</h2>
            {glass.text.map((paragraph) => (
              <p key={paragraph} className="lead Feature-text">
                {paragraph}
              </p>
            ))}
          </div>
          <OpticsFigure />
        </div>
      </div>
    </section>
  )
}

/** Pictures of the real prompter, each drawn in its setting. */
const places = ['screen', 'studio', 'phone'] as const

function Pair({ title, text, children }: { title: string; text: string; children: Elements }) {
  return (
    <div className="Feature--pair" {...later}>
      <div className="Split Feature-head">
        <h2 className="Feature-title">{title}</h2>
        <p className="lead Feature-text">{text}</p>
      </div>
      {children}
    </div>
  )
}

type DuoProps = { feature: HomePage['remote']; at: 'low' | 'mid'; figure: Elements }

/** The owner's picture; defaults to our drawing. */
function Duo({ feature: { title, text, picture }, at, figure }: DuoProps) {
  return (
    <div className="Duo" {...later}>
      {picture ? <Picture slot={picture} /> : <div className={`Duo-stage Duo-stage--${at}`}>{figure}</div>}
      <div>
        <h2 className="Feature-title">{title}</h2>
        <p className="lead Feature-text">{text}</p>
      </div>
    </div>
  )
}
