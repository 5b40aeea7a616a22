/** A mail's content, rendered as plain text and as HTML. Text is never interpreted as markup. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'action'; label: string; url: string }
  | { type: 'links'; links: { label: string; url: string }[] }
  | { type: 'keys'; keys: { key: string; note: string }[] }
  | { type: 'facts'; facts: { term: string; value: string }[] }
  /** The last row is the total. */
  | { type: 'amounts'; amounts: { label: string; amount: string }[] }
  /** A person's own text, with its line breaks. */
  | { type: 'quote'; text: string }

export function paragraph(text: string): Block {
  return { type: 'paragraph', text }
}

export type Attachment = { filename: string; content: Uint8Array; contentType: string }

/** A string is a paragraph. */
export type Part = Block | string

export type Letter = {
  subject: string
  title: string
  blocks: Block[]
  attachments?: Attachment[]
  /** The recipient's own spelling of the address, if the outbox has only a folded one. */
  to?: string
  /** Set if replies should reach a person rather than the company. */
  replyTo?: { name: string; address: string }
  /** Ids of earlier mails in the same thread, oldest first. */
  follows?: string[]
  /** Tells the reader at the end why they got this mail. */
  reason: string
  /** One POST to this address unsubscribes (RFC 8058). */
  unsubscribe?: string
  /** False if the mail forwards a person's own text. */
  automatic?: boolean
}

/** A letter as templates write it. */
export type Draft = Omit<Letter, 'blocks'> & { blocks: Part[] }

/** Line breaks could start a header, and direction marks could reverse the following text. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
