import { type ReactNode, useEffect, useState } from 'react'
import type { Prompter } from './prompter.ts'

const views = [
  { view: 'glass', label: 'Glass' },
  { view: 'paper', label: 'Script' },
] as const

/** Narrow windows show one of the two views. Switching renders neither of them again. */
export function Views({ prompter, children }: { prompter: Prompter; children: ReactNode }) {
  const [shown, setShown] = useState<(typeof views)[number]['view']>('glass')

  // In narrow windows the paper covers the glass, so the text stops.
  useEffect(() => {
    if (shown === 'paper') prompter.run({ type: 'stop' })
  }, [shown, prompter])

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="Prompter-tabs" role="group" aria-label="Show">
        {views.map(({ view, label }) => (
          <button
            key={view}
            className="Prompter-tab"
            type="button"
            aria-pressed={view === shown}
            onClick={() => setShown(view)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="Prompter-grid" data-view={shown}>
        {children}
      </div>
    </>
  )
}
