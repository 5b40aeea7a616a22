import { useAppState } from '../../site/framework/app-state.tsx'

/** Replaces the form, whose human check needs a script. */
export function OrderByMail({ number }: { number: string }) {
  const { email } = useAppState().site.company
  const subject = encodeURIComponent(`Quote ${number}`)
  return (
    <div className="NoScript">
      <div className="Blank">
        <h2 className="Split-title">Order it</h2>
        <p>
          Ordering here needs JavaScript, which is off or didn’t load. Turn it on for this site, or order by
          email: <a href={`mailto:${email}?subject=${subject}`}>{email}</a>, with the quote’s number.
        </p>
      </div>
    </div>
  )
}
