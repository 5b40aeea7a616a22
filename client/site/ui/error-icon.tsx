/** A broken line of the prompter. */
export function ErrorIcon() {
  return (
    <svg className="ErrorView-icon" viewBox="0 0 480 420" role="img" aria-label="Error: the line has broken">
      <Prompter />
      <path fill="var(--live)" d="M64 167h24l25 29-25 29H64zM206 32h68v24h-68z" />
      <path fill="var(--ink)" d="M128 187h104l-14 20H128z" />
      <path fill="var(--ink)" d="M262 209h118v20H248z" />
      <path
        d="M272 148l-30 40 18 14-34 54"
        fill="none"
        stroke="var(--live)"
        strokeWidth="7"
        strokeLinejoin="miter"
      />
      <path fill="var(--ink-far)" fillOpacity=".45" d="M128 112h110v14H128zM128 270h78v14h-78z" />
    </svg>
  )
}

/** The cue points to a missing line. */
export function NotFoundIcon() {
  return (
    <svg
      className="ErrorView-icon"
      viewBox="0 0 480 420"
      role="img"
      aria-label="An empty prompter: the cue points at a line that is not there"
    >
      <Prompter />
      <path fill="var(--cue-fill)" d="M64 167h24l25 29-25 29H64z" />
      <path
        d="M128 196h264"
        stroke="var(--ink)"
        strokeWidth="10"
        strokeDasharray="3 23"
        strokeLinecap="square"
      />
      <path fill="var(--ink-far)" fillOpacity=".45" d="M128 112h196v14H128zM128 256h148v14H128z" />
      <path fill="var(--line)" d="M212 36h56v18h-56z" />
    </svg>
  )
}

function Prompter() {
  return (
    <>
      <path
        d="M34 66h412l-26 258H60zM60 324l-26 62h412l-26-62"
        fill="none"
        stroke="var(--ctl)"
        strokeWidth="3"
      />
      <circle cx="240" cy="190" r="86" fill="none" stroke="var(--line)" strokeWidth="3" />
      <circle cx="240" cy="190" r="58" fill="none" stroke="var(--line)" strokeWidth="3" />
    </>
  )
}
