/** Styles show it where it's true. The still prompter holds its place. */
export function LessMotionNote() {
  return (
    <p className="Prompter-lessMotion">
      Your system asks for less motion, so the script moves a whole line at a time.
    </p>
  )
}
