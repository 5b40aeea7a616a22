import type { Quote } from '#shared/orders/quotes.ts'
import { CopyButton } from '../../site/ui/copy-button.tsx'

export function ShareQuote({ quote: { link } }: { quote: Quote }) {
  return (
    <div>
      <h2 className="Revision-title">Somebody else decides?</h2>
      <p className="Lede">
        Send them this page’s link. Whoever has it can read the quote and order it, once.
      </p>
      <div className="Form-actions--gap">
        <p className="NoScript">
          <a href={link}>{link}</a>
        </p>
        <CopyButton className="Button Button--quiet" text={link} label="the link" labelled />
      </div>
    </div>
  )
}
