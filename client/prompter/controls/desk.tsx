import { type CSSProperties, useId, useState } from 'react'
import { useStore } from 'zustand'
import { limits, type NumericSetting } from '../model/settings.ts'
import type { Prompter } from '../prompter.ts'
import { IconButton } from './icon-button.tsx'
import { StartButton } from './start-button.tsx'
import { Switch } from './switch.tsx'

type Props = { prompter: Prompter; filled: boolean; onFullScreen(): void; onMirror(): void }

const canFill = document.fullscreenEnabled || 'showPopover' in HTMLElement.prototype

export function Desk({ prompter, filled, onFullScreen, onMirror }: Props) {
  const mirror = useStore(prompter.store, ({ settings }) => settings.mirror)
  const { run } = prompter
  // In a small full screen these controls are hidden at first.
  const [more, setMore] = useState(false)

  return (
    <div className="Prompter-desk" data-more={more || undefined}>
      <div className="Prompter-transport">
        <Toggle prompter={prompter} />
        <IconButton icon="left" name="A line back" onClick={() => run({ type: 'step', lines: -1 })} />
        <IconButton icon="right" name="A line on" onClick={() => run({ type: 'step', lines: 1 })} />
        <IconButton icon="top" name="Back to the top" onClick={() => run({ type: 'top' })} />
      </div>
      <div className="Prompter-switches">
        <Switch label="Mirror" checked={mirror} onClick={onMirror} />
        <IconButton
          icon={more ? 'minus' : 'plus'}
          name="Pace, size and width"
          expanded={more}
          onClick={() => setMore(!more)}
        />
        {canFill && (
          <IconButton
            icon={filled ? 'close' : 'full'}
            name={filled ? 'Leave full screen' : 'Fill the screen'}
            onClick={onFullScreen}
          />
        )}
      </div>
      <Slider label="Pace" unit="words a minute" setting="pace" prompter={prompter} />
      <Slider label="Size" unit="% of the width" setting="size" prompter={prompter} />
      <Slider label="Width" unit="% of the glass" setting="width" prompter={prompter} />
      <Slider label="Reading line" unit="% from the top" setting="line" prompter={prompter} />
    </div>
  )
}

/** Subscribes only to the phase, so that a press on Start renders no other control again. */
function Toggle({ prompter: { store, run } }: { prompter: Prompter }) {
  const phase = useStore(store, (state) => state.phase)
  return <StartButton phase={phase} onClick={() => run({ type: 'toggle' })} />
}

type SliderProps = { label: string; unit: string; setting: NumericSetting; prompter: Prompter }

function Slider({ label, unit, setting, prompter: { store, run } }: SliderProps) {
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
