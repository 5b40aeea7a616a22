/** CSS shows it if the user prefers reduced motion. The still prompter reserves its space. */
export function LessMotionNote() {
  return (
    <p className="Prompter-lessMotion">
      Your system asks for less motion, so the script moves a whole line at a time.
    </p>
  )
}
