import { Button } from '../../site/ui/button.tsx'
import { OnceKey } from './once-key.tsx'

type Props = {
  action: string
  verb: string
  /** What it is done to, for those who don't see its row. */
  of: string
  fields?: Readonly<Record<string, string | number>>
}

/** An act of one press. */
export function RowAct({ action, verb, of, fields = {} }: Props) {
  return (
    <form method="post" action={action}>
      <OnceKey />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button quiet className="Button--small" aria-label={`${verb} ${of}`}>
        {verb}
      </Button>
    </form>
  )
}
