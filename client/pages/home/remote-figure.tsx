import { ScriptRoll } from './script-roll.tsx'

const alternative =
  'Illustration: the remote on a phone. A few lines of script, a large Stop button, and minus and plus for the pace.'

export function RemoteFigure() {
  return (
    <div className="Fig FigRemote" role="img" aria-label={alternative}>
      <div className="FigPhone">
        <div className="FigPhone-top">
          <div>Opening remarks</div>
          <i />
        </div>
        <ScriptRoll from={1} />
        <div className="FigPhone-go">
          <b>Stop</b>
        </div>
        <div className="FigPhone-pace">
          <div>−</div>
          <b>
            132 <small>words a minute</small>
          </b>
          <div>+</div>
        </div>
      </div>
    </div>
  )
}
