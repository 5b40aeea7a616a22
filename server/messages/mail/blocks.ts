/** A mail's content, rendered as plain text and as HTML. Text is never markup. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'action'; label: string; url: string }
  | { type: 'links'; links: { label: string; url: string }[] }
  | { type: 'keys'; keys: { key: string; note: string }[] }
  | { type: 'facts'; facts: { term: string; value: string }[] }
  /** The last row is the total. */
  | { type: 'amounts'; amounts: { label: string; amount: string }[] }
  /** A person's own words, with their line breaks. */
  | { type: 'quote'; text: string }

export function paragraph(text: string): Block {
  return { type: 'paragraph', text }
}

export type Attachment = { filename: string; content: Uint8Array; contentType: string }

/** A text is a paragraph of its own. */
export type Part = Block | string

export type Letter = {
  subject: string
  title: string
  blocks: Block[]
  attachments?: Attachment[]
  /** The recipient's own spelling of the address, if the outbox has a folded one. */
  to?: string
  /** Set if answers should reach a person rather than the company. */
  replyTo?: { name: string; address: string }
  /** Ids of the mails before it, in whose thread programs show it; the latest last. */
  follows?: string[]
  /** Tells the reader at the end why they got this mail. */
  reason: string
  /** One POST to this address stops such mails (RFC 8058). */
  unsubscribe?: string
  /** False if the mail forwards a person's own words. */
  automatic?: boolean
}

/** A letter as templates write it. */
export type Draft = Omit<Letter, 'blocks'> & { blocks: Part[] }

/** Line breaks could start a header, and direction marks could reverse the text that follows. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
