import type { HomePage } from '#shared/content/content-pages.ts'
import { Picture } from '../../site/ui/picture.tsx'
import { later } from './later.ts'

const places = ['screen', 'studio', 'phone'] as const

/** Pictures of the real prompter, each in a drawing of where it stands. */
export function SetUps({ setUps }: Pick<HomePage, 'setUps'>) {
  return (
    <div className="Feature--pair" {...later}>
      <div className="Feature-head">
        <h2 className="Feature-title">{setUps.title}</h2>
        <p className="Feature-text">{setUps.text}</p>
      </div>
      <div className="SetUps">
        {places.map((place) => (
          <div key={place} className={`SetUp-${place}`}>
            <Picture slot={setUps[place]} />
          </div>
        ))}
      </div>
    </div>
  )
}
