import { LessMotionNote } from './less-motion-note.tsx'
import { paragraphsOf } from './model/script.ts'
import { ScriptLines } from './script-lines.tsx'

/** A placeholder until the prompter's code has loaded. Its script can be scrolled by hand. */
export function StillPrompter({ script, failed = false }: { script: string; failed?: boolean | undefined }) {
  return (
    <div className="Prompter Prompter--still">
      <div className="Prompter-tabs" />
      <div className="Prompter-grid">
        <div className="Prompter-paper" data-tone="paper">
          <div className="Prompter-paperHead">
            <b>Script</b>
          </div>
          <div className="Prompter-script" dir="auto">
            {script}
          </div>
        </div>
        <div className="Prompter-rig">
          <div className="Prompter-top">
            <span className="Prompter-tally" />
          </div>
          <div className="Prompter-glass">
            <div className="Prompter-lens" />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard */}
            <section className="Prompter-view" tabIndex={0} aria-label="The script on the glass">
              <div className="Prompter-track">
                <ScriptLines paragraphs={paragraphsOf(script)} />
              </div>
            </section>
            <div className="Prompter-cue" />
          </div>
          <p className="Prompter-desk" role={failed ? 'status' : undefined}>
            {failed && <span>The controls couldn’t be loaded. Load the page again to get them. </span>}
            <span>Scroll the glass by hand: the line beside the amber mark is yours.</span>
            <noscript> Start, pace and the other controls need JavaScript.</noscript>
          </p>
        </div>
      </div>
      <div className="Prompter-below" />
      <LessMotionNote />
    </div>
  )
}
