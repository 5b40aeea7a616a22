import type { NumericSetting, Settings } from './settings.ts'

/** What a key, a button or the remote asks of the prompter. */
export type Command =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'toggle' }
  | { type: 'top' }
  | { type: 'step'; lines: number }
  | { type: 'page'; pages: number }
  | { type: 'nudge'; setting: NumericSetting; steps: number }
  | { type: 'change'; settings: Partial<Settings> }
