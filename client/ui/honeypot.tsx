/** A field that people don't meet, by eye, by keyboard or by screen reader. What fills it in is a program. */
export function Honeypot({ name }: { name: string }) {
  return (
    <div className="vh" aria-hidden="true">
      <label>
        Leave this empty
        <input name={name} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
