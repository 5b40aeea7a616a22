export type Settings = {
  /** Words per minute. */
  pace: number
  /** Letter size in per cent of the glass's width, so that a full screen shows the same lines, only larger. */
  size: number
  /** Text width in per cent of the glass. */
  width: number
  /** Position of the reading line, in per cent of the glass from its top. */
  line: number
  mirror: boolean
}

export type NumericSetting = Exclude<keyof Settings, 'mirror'>

export const limits: Record<NumericSetting, { min: number; max: number; step: number }> = {
  pace: { min: 60, max: 240, step: 5 },
  size: { min: 4, max: 16, step: 0.5 },
  width: { min: 50, max: 100, step: 5 },
  line: { min: 16, max: 64, step: 4 },
}

/** The settings of the still page. Narrow windows have smaller letters. */
export function defaultSettings({ narrow }: { narrow: boolean }): Settings {
  return { pace: 130, size: narrow ? 10.5 : 6.5, width: 100, line: 36, mirror: false }
}

/** Ignores invalid values, and limits the others to their range. */
export function changeSettings(settings: Settings, changes: Readonly<Record<string, unknown>>): Settings {
  const changed = { ...settings }
  for (const name of Object.keys(limits) as NumericSetting[]) {
    const value = changes[name]
    if (typeof value === 'number' && Number.isFinite(value)) changed[name] = within(name, value)
  }
  if (typeof changes.mirror === 'boolean') changed.mirror = changes.mirror
  return changed
}

export function nudge(settings: Settings, name: NumericSetting, steps: number): Settings {
  return changeSettings(settings, { [name]: settings[name] + steps * limits[name].step })
}

function within(name: NumericSetting, value: number): number {
  const { min, max } = limits[name]
  return Math.min(Math.max(value, min), max)
}
