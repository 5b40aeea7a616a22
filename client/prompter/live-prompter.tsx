import '../site/styles/slider.css'
import '../site/styles/switch.css'
import '../site/styles/prompter-controls.css'
import type { HTMLAttributes, MouseEvent } from 'react'
import { useStore } from 'zustand'
import { KeyLegend } from './controls/key-legend.tsx'
import { LessMotionNote } from './less-motion-note.tsx'
import { Paper } from './paper.tsx'
import type { Prompter } from './prompter.ts'
import { PhoneInvitation } from './remote/phone-invitation.tsx'
import { remoteAddress } from './remote/remote-link.ts'
import { Rig } from './rig.tsx'
import { usePrompter } from './use-prompter.ts'
import { Views } from './views.tsx'

export type LivePrompterProps = {
  sample: string
  /** Whether the focus was in the still prompter that this one replaced. */
  takeFocus: boolean
}

/**
 * The script is edited on paper and shown on glass. Each part subscribes to what it shows, so that a press
 * renders little.
 */
export function LivePrompter({ sample, takeFocus }: LivePrompterProps) {
  const { prompter, saved, touch, host } = usePrompter(sample)
  return (
    <Frame prompter={prompter} onPointerDownCapture={touch} onKeyDownCapture={touch}>
      <Views prompter={prompter}>
        <Paper prompter={prompter} sample={sample} saved={saved} />
        <Rig prompter={prompter} takeFocus={takeFocus} />
      </Views>
      <div className="Prompter-below">
        <KeyLegend />
        <RemoteInvitation />
        <PhoneInvitation host={host} />
      </div>
      <LessMotionNote />
    </Frame>
  )
}

function Frame({ prompter, ...rest }: { prompter: Prompter } & HTMLAttributes<HTMLDivElement>) {
  const phase = useStore(prompter.store, (state) => state.phase)
  const mirror = useStore(prompter.store, (state) => state.settings.mirror)
  return <div className="Prompter" data-phase={phase} data-mirror={mirror} {...rest} />
}

/** Opens a tab in browsers without small windows. */
function RemoteInvitation() {
  if (!('BroadcastChannel' in window)) return null
  return (
    <p className="Row Prompter-remote Prompter-remote--window">
      <a className="TextLink" href={remoteAddress} target="_blank" rel="noopener" onClick={openSmall}>
        Open the remote
      </a>{' '}
      <span>Another window of this browser, to start, stop and set the pace from.</span>
    </p>
  )
}

function openSmall(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  if (window.open(remoteAddress, 'prompter-remote', 'popup,width=440,height=760')) event.preventDefault()
}
