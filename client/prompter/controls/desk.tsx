import { useState } from 'react'
import { useStore } from 'zustand'
import type { Prompter } from '../prompter.ts'
import { IconButton } from './icon-button.tsx'
import { Slider } from './slider.tsx'
import { StartButton } from './start-button.tsx'
import { Switch } from './switch.tsx'

type Props = { prompter: Prompter; filled: boolean; onFullScreen(): void; onMirror(): void }

const canFill = document.fullscreenEnabled || 'showPopover' in HTMLElement.prototype

export function Desk({ prompter, filled, onFullScreen, onMirror }: Props) {
  const settings = useStore(prompter.store, (state) => state.settings)
  const { run } = prompter
  // A small full screen hides these controls at first.
  const [more, setMore] = useState(false)

  return (
    <div className="Prompter-desk" data-more={more || undefined}>
      <Transport prompter={prompter} />
      <div className="Prompter-switches">
        <Switch label="Mirror" checked={settings.mirror} onClick={onMirror} />
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
      <Slider label="Pace" unit="words a minute" setting="pace" settings={settings} run={run} />
      <Slider label="Size" unit="% of the width" setting="size" settings={settings} run={run} />
      <Slider label="Width" unit="% of the glass" setting="width" settings={settings} run={run} />
      <Slider label="Reading line" unit="% from the top" setting="line" settings={settings} run={run} />
    </div>
  )
}

/** Apart from the sliders, which a press on Start needn't render again. */
function Transport({ prompter: { store, run } }: { prompter: Prompter }) {
  const phase = useStore(store, (state) => state.phase)
  return (
    <div className="Prompter-transport">
      <StartButton phase={phase} onClick={() => run({ type: 'toggle' })} />
      <IconButton icon="left" name="A line back" onClick={() => run({ type: 'step', lines: -1 })} />
      <IconButton icon="right" name="A line on" onClick={() => run({ type: 'step', lines: 1 })} />
      <IconButton icon="top" name="Back to the top" onClick={() => run({ type: 'top' })} />
    </div>
  )
}
