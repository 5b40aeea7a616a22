import { useEffect, useState } from 'react'
import { Button } from '../../site/ui/button.tsx'
import { PageTitle } from '../../site/ui/page-title.tsx'

type Props = {
  title: string
  lead: string
  action: string
  /** Empty after a reload. */
  token: string
  button: string
  note: string
}

/** Requires a press, because programs that open links must not act. */
export function Gate({ title, lead, action, token: inAddress, button, note }: Props) {
  // Kept, because the router reads the address again when the skip link is pressed.
  const [first] = useState(inAddress)
  const token = inAddress || first
  useEffect(() => {
    // Removes the token from the address and its history, because the form already has it.
    const address = new URL(location.href)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }, [])

  return (
    <section className="Gate Lens" data-tone="glass">
      <div className="wrap">
        <p className="PageHeader-past">Your licences</p>
        <PageTitle>{title}</PageTitle>
        <p className="PageHeader-lead">{lead}</p>
        {token ? (
          <form className="Gate-form" method="post" action={action}>
            <input type="hidden" name="token" value={token} />
            <Button>{button}</Button>
            <p className="Gate-note">{note}</p>
          </form>
        ) : (
          <p className="Gate-note">This page doesn’t keep its link. Open it from your mail again.</p>
        )}
      </div>
    </section>
  )
}
