import { ScriptRoll } from './script-roll.tsx'

const alternative =
  'Illustration: the remote on a phone. A few lines of script, a large Stop button, and minus and plus for the pace.'

export function RemoteFigure() {
  return (
    <div className="Fig FigRemote" role="img" aria-label={alternative}>
      <div className="FigPhone">
        <div className="FigPhone-top">
          <span>Opening remarks</span>
          <i />
        </div>
        <ScriptRoll from={1} />
        <div className="FigPhone-go">
          <b>Stop</b>
        </div>
        <div className="FigPhone-pace">
          <span>−</span>
          <b>
            132 <small>words a minute</small>
          </b>
          <span>+</span>
        </div>
      </div>
    </div>
  )
}
