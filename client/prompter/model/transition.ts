import { hasWords } from './script.ts'
import { changeSettings, type NumericSetting, nudge, type Settings } from './settings.ts'

/** `ready` is at the top of the text, `stopped` within it; `empty` has no words. */
export type Phase = 'empty' | 'ready' | 'counting' | 'running' | 'stopped' | 'ended'

type PrompterState = {
  phase: Phase
  /** The countdown's number; unused in other phases. */
  count: number
  script: string
  settings: Settings
}

export type PrompterEvent =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'counted' }
  | { type: 'ended' }
  | { type: 'topped' }
  | { type: 'moved'; to: 'top' | 'middle' | 'end' }
  | { type: 'wrote'; script: string }
  | { type: 'change'; settings: Partial<Settings> }
  | { type: 'nudge'; setting: NumericSetting; steps: number }

const countFrom = 3

export function initialState(script: string, settings: Settings): PrompterState {
  return { phase: hasWords(script) ? 'ready' : 'empty', count: countFrom, script, settings }
}

/** An event that a phase doesn't handle changes nothing. */
export function transition(state: PrompterState, event: PrompterEvent): PrompterState {
  switch (event.type) {
    case 'start':
      return start(state)
    case 'stop':
      if (state.phase === 'counting') return { ...state, phase: 'ready' }
      return state.phase === 'running' ? { ...state, phase: 'stopped' } : state
    case 'counted':
      return counted(state)
    case 'ended':
      return state.phase === 'running' ? { ...state, phase: 'ended' } : state
    case 'topped':
      return state.phase === 'empty' ? state : { ...state, phase: 'ready' }
    case 'moved':
      return isStill(state.phase) ? { ...state, phase: phaseAt[event.to] } : state
    case 'wrote':
      return write(state, event.script)
    case 'change':
      return { ...state, settings: changeSettings(state.settings, event.settings) }
    case 'nudge':
      return { ...state, settings: nudge(state.settings, event.setting, event.steps) }
  }
}

export function isGoing(phase: Phase): boolean {
  return phase === 'running' || phase === 'counting'
}

const phaseAt = { top: 'ready', middle: 'stopped', end: 'ended' } as const

function isStill(phase: Phase): boolean {
  return phase === 'ready' || phase === 'stopped' || phase === 'ended'
}

/** A stopped text resumes without a countdown, because the reader is already looking at the glass. */
function start(state: PrompterState): PrompterState {
  if (state.phase === 'stopped') return { ...state, phase: 'running' }
  if (state.phase !== 'ready' && state.phase !== 'ended') return state
  return { ...state, phase: 'counting', count: countFrom }
}

function counted(state: PrompterState): PrompterState {
  if (state.phase !== 'counting') return state
  return state.count > 1 ? { ...state, count: state.count - 1 } : { ...state, phase: 'running' }
}

/** The script may be edited while it runs. */
function write(state: PrompterState, script: string): PrompterState {
  if (!hasWords(script)) return { ...state, script, phase: 'empty' }
  return { ...state, script, phase: state.phase === 'empty' ? 'ready' : state.phase }
}
