import { type CSSProperties, useId } from 'react'
import { useStore } from 'zustand'
import { limits, type NumericSetting } from '../model/settings.ts'
import type { Prompter } from '../prompter.ts'

type Props = { label: string; unit: string; setting: NumericSetting; prompter: Prompter }

export function Slider({ label, unit, setting, prompter: { store, run } }: Props) {
  const id = useId()
  const value = useStore(store, ({ settings }) => settings[setting])
  const { min, max, step } = limits[setting]
  const text = `${value}${unit.startsWith('%') ? '' : ' '}${unit}`
  return (
    <div className="Slider">
      <div className="Slider-head">
        <label htmlFor={id}>{label}</label>
        <span className="Slider-value" aria-hidden="true">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--fill': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        onChange={(event) => run({ type: 'change', settings: { [setting]: event.target.valueAsNumber } })}
      />
    </div>
  )
}
