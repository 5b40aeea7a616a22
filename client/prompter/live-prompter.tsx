import '../styles/prompter-controls.css'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { KeyLegend } from './controls/key-legend.tsx'
import { ViewTabs } from './controls/view-tabs.tsx'
import { Paper } from './paper.tsx'
import { RemoteInvitation } from './remote/remote-invitation.tsx'
import { Rig } from './rig.tsx'
import { usePrompter } from './use-prompter.ts'

export type LivePrompterProps = {
  sample: string
  /** The focus was in the still prompter when the live one replaced it. */
  takeFocus: boolean
}

/** Paper edits the script, and glass shows it. */
export function LivePrompter({ sample, takeFocus }: LivePrompterProps) {
  const { prompter, saved, touch } = usePrompter(sample)
  const phase = useStore(prompter.store, (state) => state.phase)
  const mirror = useStore(prompter.store, (state) => state.settings.mirror)
  const [view, setView] = useState<'glass' | 'paper'>('glass')

  // In a narrow window the paper covers the glass.
  useEffect(() => {
    if (view === 'paper') prompter.run({ type: 'stop' })
  }, [view, prompter])

  return (
    <div
      className="Prompter"
      data-phase={phase}
      data-mirror={mirror}
      onPointerDownCapture={touch}
      onKeyDownCapture={touch}
    >
      <ViewTabs view={view} onChange={setView} />
      <div className="Prompter-grid" data-view={view}>
        <Paper prompter={prompter} sample={sample} saved={saved} />
        <Rig prompter={prompter} takeFocus={takeFocus} />
      </div>
      <div className="Prompter-below">
        <KeyLegend />
        <p className="Prompter-lessMotion">
          Your system asks for less motion, so the script moves a whole line at a time.
        </p>
        <RemoteInvitation />
      </div>
    </div>
  )
}
