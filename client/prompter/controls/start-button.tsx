import { isGoing, type Phase } from '../model/transition.ts'

export function StartButton({ phase, onClick }: { phase: Phase; onClick(): void }) {
  const going = isGoing(phase)
  return (
    <button
      className="Button Prompter-start"
      type="button"
      data-going={going ? '' : undefined}
      disabled={phase === 'empty'}
      onClick={onClick}
    >
      <span className="Button-cue" />
      <span>{going ? 'Stop' : phase === 'stopped' ? 'Carry on' : 'Start'}</span>
    </button>
  )
}
