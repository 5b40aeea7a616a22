type View = 'glass' | 'paper'

const views: { view: View; label: string }[] = [
  { view: 'glass', label: 'Glass' },
  { view: 'paper', label: 'Script' },
]

/** Narrow windows have room for one of the two views. */
export function ViewTabs({ view, onChange }: { view: View; onChange(view: View): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div className="Prompter-tabs" role="group" aria-label="Show">
      {views.map((choice) => (
        <button
          key={choice.view}
          className="Prompter-tab"
          type="button"
          aria-pressed={choice.view === view}
          onClick={() => onChange(choice.view)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
