/** What a mail says, in order; written once as plain text and once as HTML. None of it holds markup. */
export type Block =
  | { type: 'paragraph'; text: string }
  /** The one thing to do. */
  | { type: 'action'; label: string; url: string }
  | { type: 'links'; links: { label: string; url: string }[] }
  | { type: 'keys'; keys: { key: string; note: string }[] }
  | { type: 'facts'; facts: { term: string; value: string }[] }
  /** What things cost; the last row is the total. */
  | { type: 'amounts'; amounts: { label: string; amount: string }[] }
  /** Somebody's own words, with their line breaks. */
  | { type: 'quote'; text: string }

export type Attachment = { filename: string; content: Uint8Array; contentType: string }

/** A mail without its envelope. */
export type Letter = {
  subject: string
  title: string
  blocks: Block[]
  attachments?: Attachment[]
  /** The recipient's address as they typed it, where the outbox has another spelling of it. */
  to?: string
  /** A person whom the answer should reach, where that isn't the site. */
  replyTo?: { name: string; address: string }
  /** Says why the reader gets this, at the end. */
  reason: string
  /** An address to which one post stops such mails (RFC 8058). */
  unsubscribe?: string
  /** False for a person's own words handed on. */
  automatic: boolean
}

/**
 * Text from outside on one line: no line breaks, so that it can't begin a header or a line of its own, and no marks
 * that turn the direction of what follows.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
