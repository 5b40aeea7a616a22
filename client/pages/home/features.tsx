import type { HomePage } from '#shared/content/content-pages.ts'
import figures from '../../site/styles/figures/figures.css?url'
import { Picture } from '../../site/ui/picture.tsx'
import { later } from './later.ts'
import { OpticsFigure } from './optics-figure.tsx'
import { RemoteFigure } from './remote-figure.tsx'
import { SetUps } from './set-ups.tsx'
import { TimerFigure } from './timer-figure.tsx'
import { WindowsFigure } from './windows-figure.tsx'

type Props = { home: Pick<HomePage, 'setUps' | 'windows' | 'remote' | 'timer' | 'glass'> }

export function Features({ home: { setUps, windows, remote, timer, glass } }: Props) {
  return (
    <section className="section" data-tone="paper">
      {/* This and what follows is below every first window, so its sheet comes where it stands. */}
      <link rel="stylesheet" href={figures} />
      <div className="wrap Features">
        <SetUps setUps={setUps} />
        <div className="Feature--pair" {...later}>
          <div className="Feature-head">
            <h2 className="Feature-title">{windows.title}</h2>
            <p className="Feature-text">{windows.text}</p>
          </div>
          {windows.picture ? <Picture slot={windows.picture} /> : <WindowsFigure />}
        </div>
        <div className="Feature--duo">
          <div className="Duo" {...later}>
            {remote.picture ? (
              <Picture slot={remote.picture} />
            ) : (
              <div className="Duo-stage Duo-stage--low">
                <RemoteFigure />
              </div>
            )}
            <div>
              <h2 className="Feature-title">{remote.title}</h2>
              <p className="Feature-text">{remote.text}</p>
            </div>
          </div>
          <div className="Duo" {...later}>
            {timer.picture ? (
              <Picture slot={timer.picture} />
            ) : (
              <div className="Duo-stage Duo-stage--mid">
                <TimerFigure />
              </div>
            )}
            <div>
              <h2 className="Feature-title">{timer.title}</h2>
              <p className="Feature-text">{timer.text}</p>
            </div>
          </div>
        </div>
        <div className="Feature--split Feature--optics" {...later}>
          <div>
            <h2 className="Feature-title">{glass.title}</h2>
            {glass.text.map((paragraph) => (
              <p key={paragraph} className="Feature-text">
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
