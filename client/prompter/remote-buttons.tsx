import { Icon, type IconName } from '../ui/icon.tsx'
import type { Command } from './commands.ts'
import type { HostState } from './remote-messages.ts'
import type { NumericSetting } from './settings.ts'
import { StartButton } from './start-button.tsx'
import { Switch } from './switch.tsx'
import { isGoing } from './transition.ts'

type Props = { host: HostState; send(command: Command): void }

export function RemoteButtons({ host: { phase, settings }, send }: Props) {
  return (
    <>
      <StartButton phase={phase} onClick={() => send({ type: isGoing(phase) ? 'stop' : 'start' })} />
      <div className="Remote-row">
        <Step icon="up" name="A line back" onClick={() => send({ type: 'step', lines: -1 })} />
        <Step icon="down" name="A line on" onClick={() => send({ type: 'step', lines: 1 })} />
        <Step icon="top" name="Back to the top" onClick={() => send({ type: 'top' })} />
      </div>
      <Stepper of="pace" setting="pace" value={`${settings.pace} words a minute`} send={send} />
      <Stepper of="size" setting="size" value={`${settings.size} px`} send={send} />
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div className="Remote-row" role="group" aria-label={`Change the ${of}`}>
      <Step icon="minus" name={`Less ${of}`} onClick={() => nudge(-1)} />
      <span className="Remote-value">{value}</span>
      <Step icon="plus" name={`More ${of}`} onClick={() => nudge(1)} />
    </div>
  )
}

function Step({ icon, name, onClick }: { icon: IconName; name: string; onClick(): void }) {
  return (
    <button className="IconButton" type="button" aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
