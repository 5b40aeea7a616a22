import { useEffect } from 'react'
import { Button } from '../../site/ui/button.tsx'
import { PageTitle } from '../../site/ui/page-title.tsx'

type Props = {
  title: string
  lead: string
  action: string
  token: string
  button: string
  note: string
}

/** A button, because programs that open links must not act. */
export function Gate({ title, lead, action, token, button, note }: Props) {
  useEffect(() => {
    // Removes the token from the address and its history; the form has it.
    if (window.location.search)
      window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])

  return (
    <section className="Gate" data-tone="glass">
      <div className="wrap">
        <p className="PageHeader-past">Your licences</p>
        <PageTitle>{title}</PageTitle>
        <p className="PageHeader-lead">{lead}</p>
        <form className="Gate-form" method="post" action={action}>
          <input type="hidden" name="token" value={token} />
          <Button>{button}</Button>
          <p className="Gate-note">{note}</p>
        </form>
      </div>
    </section>
  )
}
