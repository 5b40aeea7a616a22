/** People never meet this field, by eye, keyboard or screen reader, but programs fill it in. */
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
