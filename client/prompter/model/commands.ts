import type { NumericSetting, Settings } from './settings.ts'

export type Command =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'toggle' }
  | { type: 'top' }
  | { type: 'step'; lines: number }
  | { type: 'page'; pages: number }
  | { type: 'nudge'; setting: NumericSetting; steps: number }
  | { type: 'change'; settings: Partial<Settings> }
