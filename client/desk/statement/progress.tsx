/** Shown by the script while a file is read. */
export function Progress() {
  return (
    <div className="Progress" data-progress hidden>
      <span role="status">Sending the file</span>
      <progress aria-label="Reading the statement" />
    </div>
  )
}
