/** The field that forms of a demonstration send instead of a token. */
export function NoCheck() {
  return (
    <p className="Field-hint">
      This shop is a demonstration. It doesn’t check that you’re a person, and sends nothing to anybody.
      <input type="hidden" name="g-recaptcha-response" value="demonstration" />
    </p>
  )
}
