import { useStore } from 'zustand'
import { formatClock } from './model/timing.ts'
import type { Phase } from './model/transition.ts'
import type { Prompter } from './prompter.ts'

/** Screen readers announce it when the prompter starts or stops. */
export function TopStatus({ prompter }: { prompter: Prompter }) {
  const phase = useStore(prompter.store, (state) => state.phase)
  const text = phaseText(phase, () => prompter.readings.getState().used)
  return (
    <span className="Prompter-status" role="status">
      {text}
    </span>
  )
}

/** The times change constantly, so screen readers don't announce them. */
export function Times({ prompter }: { prompter: Prompter }) {
  const used = useStore(prompter.readings, (readings) => formatClock(readings.used))
  const left = useStore(prompter.readings, (readings) => formatClock(readings.left))
  return (
    <>
      <Time value={used} of="used" />
      <Time value={left} of="left" />
    </>
  )
}

export function phaseText(phase: Phase, used: () => number): string {
  switch (phase) {
    case 'empty':
      return 'Nothing to read yet'
    case 'counting':
      return 'Starting'
    case 'ended':
      return `End of script. ${formatClock(used())}.`
    default:
      return { ready: 'Ready', running: 'Running', stopped: 'Stopped' }[phase]
  }
}

function Time({ value, of }: { value: string; of: string }) {
  return (
    <span className="Prompter-time">
      <b>{value}</b> <span>{of}</span>
    </span>
  )
}
