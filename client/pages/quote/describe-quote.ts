import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { Quote } from '#shared/orders/quotes.ts'
import type { Elements } from '../../site/ui/elements.ts'
import { verbatim } from '../../site/ui/verbatim.tsx'
import type { Standing } from '../completed/arrange-documents.ts'

type Described = {
  title: string
  lead: string | Elements
  /** The quote's state once it can't be ordered; null while it can. */
  standing: Standing | null
}

type Known = Pick<Quote, 'status' | 'orderNumber' | 'orderedAt' | 'content'>

export function describeQuote(quote: Known, timeZone: string): Described {
  const { status, orderNumber, orderedAt, content } = quote
  const until = formatDate(content.validUntil)
  if (status === 'ordered' && orderedAt) {
    const day = formatDate(dayIn(timeZone, orderedAt))
    const became = verbatim`It became order ${orderNumber ?? ''} on ${day}.`
    return { title: 'This quote was ordered.', lead: became, standing: { by: 'Ordered.', means: became } }
  }
  if (status === 'withdrawn')
    return {
      title: 'This quote was withdrawn.',
      lead: 'We took it back, and it can’t be ordered any more. Make a new one in the cart, or write to us.',
      standing: { by: 'Withdrawn.', means: 'It can’t be ordered any more.' },
    }
  if (status === 'expired')
    return {
      title: 'This quote is over.',
      lead: `These prices held until ${until}. It can’t be ordered any more.`,
      standing: { by: 'Over.', means: 'It can’t be ordered any more.' },
    }
  return { title: 'Your quote', lead: `These prices hold until ${until}.`, standing: null }
}
