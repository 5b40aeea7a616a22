/** The script shows it if the tab has a draft. */
export function Kept() {
  return (
    <p className="SignIn-lead" data-kept hidden>
      What you typed is kept in this tab. Open the link here, and it stands in its form again.
    </p>
  )
}
