import { Button } from '../../site/ui/button.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { verbatim } from '../../site/ui/verbatim.tsx'
import type { Paid } from './checkout-words.ts'

type Props = {
  method: Paid
  /** Null while there is nothing to order. */
  total: string | null
  busy: boolean
}

/** Contains the amount, because it is the last text that buyers read. */
export function OrderButton({ method, total, busy }: Props) {
  return (
    <Button className="Button--wide" busy={busy} disabled={total === null}>
      {busy ? busyText[method] : readyText(method, total)}
    </Button>
  )
}

function readyText(method: Paid, total: string | null): Elements {
  if (method === 'card') return total === null ? <span>Pay</span> : verbatim`Pay ${total}`
  return total === null || method === 'free' ? (
    <span>Place the order</span>
  ) : (
    verbatim`Place the order, ${total}`
  )
}

const busyText: Record<Paid, string> = {
  card: 'Opening payment…',
  invoice: 'Placing the order…',
  free: 'Placing the order…',
}
