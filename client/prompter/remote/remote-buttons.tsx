import { IconButton } from '../controls/icon-button.tsx'
import { StartButton } from '../controls/start-button.tsx'
import { Switch } from '../controls/switch.tsx'
import type { Command } from '../model/commands.ts'
import type { NumericSetting } from '../model/settings.ts'
import { isGoing } from '../model/transition.ts'
import type { HostState } from './remote-messages.ts'

type Props = { host: HostState; send(command: Command): void }

export function RemoteButtons({ host: { phase, settings }, send }: Props) {
  return (
    <>
      <StartButton phase={phase} onClick={() => send({ type: isGoing(phase) ? 'stop' : 'start' })} />
      <div className="Remote-row">
        <IconButton icon="left" name="A line back" onClick={() => send({ type: 'step', lines: -1 })} />
        <IconButton icon="right" name="A line on" onClick={() => send({ type: 'step', lines: 1 })} />
        <IconButton icon="top" name="Back to the top" onClick={() => send({ type: 'top' })} />
      </div>
      <Stepper of="pace" setting="pace" value={`${settings.pace} words a minute`} send={send} />
      <Stepper of="size" setting="size" value={`${settings.size}% of the width`} send={send} />
      <Switch
        label="Mirror"
        checked={settings.mirror}
        onClick={() => send({ type: 'change', settings: { mirror: !settings.mirror } })}
      />
    </>
  )
}

type StepperProps = { of: string; setting: NumericSetting; value: string; send: Props['send'] }

function Stepper({ of, setting, value, send }: StepperProps) {
  const nudge = (steps: number) => send({ type: 'nudge', setting, steps })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div className="Remote-row" role="group" aria-label={`Change the ${of}`}>
      <IconButton icon="minus" name={`Less ${of}`} onClick={() => nudge(-1)} />
      <span className="Remote-value" aria-live="polite">
        {value}
      </span>
      <IconButton icon="plus" name={`More ${of}`} onClick={() => nudge(1)} />
    </div>
  )
}
