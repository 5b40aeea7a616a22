import type { SendMailOptions } from 'nodemailer'
import { companyLine } from '#shared/seller/company.ts'
import type { Site } from '#shared/seller/site.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { type Block, type Letter, oneLine } from './blocks.ts'
import { html } from './html.ts'

/** Repeated renderings keep their Message-ID, and their Date until a person asks for another attempt. */
export function renderLetter(
  mail: MailRow,
  letter: Letter,
  { site, siteUrl }: { site: Site; siteUrl: string },
): SendMailOptions {
  const own = { name: site.product, address: site.company.email }
  const { hostname } = new URL(siteUrl)
  return {
    messageId: `<${mail.id}@${hostname}>`,
    date: new Date(datedAt(mail)),
    ...threadOf(mail, letter, hostname),
    from: toMailbox(own),
    // An object is always a single address, whatever the text contains.
    to: { name: '', address: letter.to ?? mail.recipient },
    replyTo: toMailbox(letter.replyTo ?? own),
    subject: toHeader(letter.subject),
    text: plainText(letter, site),
    html: html(letter, site),
    attachments: letter.attachments?.map(({ content, ...rest }) => ({
      ...rest,
      content: Buffer.from(content),
    })),
    // Stops automatic replies (RFC 3834).
    headers: {
      ...(letter.automatic !== false && { 'Auto-Submitted': 'auto-generated' }),
      ...(letter.unsubscribe && unsubscribeHeaders(letter.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A mail that a person retries gets a new date, because spam filters distrust old ones. */
function datedAt({ created_at, retried_at }: MailRow): string {
  return retried_at !== null && retried_at > created_at ? retried_at : created_at
}

/** Mails of an order or a message reply to a mail never sent, so programs group them (RFC 5322, 3.6.4). */
function threadOf({ order_id, message_id }: MailRow, { follows = [] }: Letter, hostname: string) {
  const root = order_id ?? message_id
  if (root === null) return {}
  const ids = [root, ...follows].map((id) => `<${id}@${hostname}>`)
  return { inReplyTo: ids.at(-1), references: ids.join(' ') }
}

/** Headers of RFC 8058. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

type Mailbox = { name: string; address: string }

function toMailbox({ name, address }: Mailbox): Mailbox {
  return { name: toHeader(name), address }
}

/** Mail programs decode any encoded word (RFC 2047, 2), so a space breaks up a forged one. */
function toHeader(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?')
}

/** Keeps lines unbroken, because mail programs wrap them to fit. */
function plainText({ title, blocks, reason }: Letter, site: Site): string {
  const { company } = site
  const end = ['-- ', companyLine(company), company.email, reason].join('\n')
  return `${[title, ...blocks.map(textOf), end].join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return block.text
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'links':
      return block.links.map(({ label, url }) => `${label}: ${url}`).join('\n')
    case 'keys':
      return block.keys.map(({ key, note }) => `${key}\n${note}`).join('\n\n')
    case 'facts':
      return block.facts.map(({ term, value }) => `${term}: ${value}`).join('\n')
    case 'amounts':
      return block.amounts.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
    case 'quote':
      return block.text.replace(/^/gm, '> ')
  }
}
