/** The script shows it while the server reads a file. */
export function Progress() {
  return (
    <div className="Progress" data-progress hidden>
      <span role="status">Sending the file</span>
      <progress aria-label="Reading the statement" />
    </div>
  )
}
