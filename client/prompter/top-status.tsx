import { useStore } from 'zustand'
import { formatClock } from './model/timing.ts'
import type { Phase } from './model/transition.ts'
import type { Prompter } from './prompter.ts'

/** What it does, in a word. Announced when it changes, which is at starts and stops. */
export function TopStatus({ prompter }: { prompter: Prompter }) {
  const phase = useStore(prompter.store, (state) => state.phase)
  const text = phaseText(phase, () => prompter.readings.getState().used)
  return (
    <span className="Prompter-status" role="status">
      {text}
    </span>
  )
}

/** Time used and time left. They change all the time, and are not announced. */
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
      <b>{value}</b> {of}
    </span>
  )
}
