import { Button } from '../../site/ui/button.tsx'

type Props = {
  action: string
  /** What is tried again, for those who don't see its row. */
  label: string
  text?: string
}

export function Retry({ action, label, text = 'Try again now' }: Props) {
  return (
    <form method="post" action={action}>
      <Button quiet className="Button--small" aria-label={`Try again: ${label}`}>
        {text}
      </Button>
    </form>
  )
}
