import type { AuditList, DeskMember, Me, OpenSession, SearchAnswer, Token } from '../desk/answers.ts'
import type { BooksAnswer } from '../desk/books-answers.ts'
import type { DeskCode, WholeCode } from '../desk/code-answers.ts'
import type { CustomerList, DeskCustomer } from '../desk/customer-answers.ts'
import type { Import, ImportList } from '../desk/import-answers.ts'
import type { DeskLicence, LicenceList } from '../desk/licence-answers.ts'
import type { MailList, WholeMail } from '../desk/mail-answers.ts'
import type { MessageList, WholeMessage } from '../desk/message-answers.ts'
import type { DeskOrder, OrderList } from '../desk/order-answers.ts'
import type { Overview } from '../desk/overview-answers.ts'
import type { DeskQuote, QuoteList } from '../desk/quote-answers.ts'
import type { DeskRelease, ReleaseList } from '../desk/release-answers.ts'
import type { Statement, StatementList } from '../desk/statement-answers.ts'
import type { Trends } from '../desk/trend-answers.ts'
import type { WebhookList } from '../desk/webhook-answers.ts'
import { fill } from './routes.ts'

/** An address that answers GET, with its answer's type. */
export type Reads<Answer> = string & { readonly answer?: Answer }

/** No other page links to these pages and forms of the desk. */
export const deskRoutes = {
  home: '/desk',
  signIn: '/desk/sign-in',
  /** @param page opened after the sign-in */
  signInFor: (page: string) =>
    page === deskRoutes.home ? deskRoutes.signIn : `${deskRoutes.signIn}?to=${encodeURIComponent(page)}`,
  /** For whoever sent a form after the session ended. @param page shows the form */
  signInAgainFor: (page: string) => `${deskRoutes.signIn}?ended=true&to=${encodeURIComponent(page)}`,
  sent: '/desk/sent',
  open: '/desk/open',
  signOut: '/desk/sign-out',
  searchPage: '/desk/search',
  search: (text: string) => `/desk/search?q=${encodeURIComponent(text)}`,
  orders: '/desk/orders',
  ordersOf: (text: string) => `/desk/orders?q=${encodeURIComponent(text)}`,
  /** @param query of its filters */
  ordersLike: (query: Record<string, string>) => `/desk/orders?${new URLSearchParams(query)}`,
  /** @param code a discount code */
  ordersWith: (code: string) => `/desk/orders?code=${encodeURIComponent(code)}`,
  order: (number: string) => fill(deskPagePatterns.order, number),
  orderAct: (number: string, act: string) => fill(deskPagePatterns.orderAct, number, act),
  customers: '/desk/customers',
  /** @param email the address that names a customer */
  customer: (email: string) => fill(deskPagePatterns.customer, email),
  customerAct: (email: string, act: string) => fill(deskPagePatterns.customerAct, email, act),
  company: (name: string) => fill(deskPagePatterns.company, name),
  quotes: '/desk/quotes',
  quotesOf: (text: string) => `/desk/quotes?q=${encodeURIComponent(text)}`,
  newQuote: '/desk/quotes/new',
  /** @param id a quote whose content the new one begins with */
  copiedQuote: (id: string) => `/desk/quotes/new?copy=${encodeURIComponent(id)}`,
  quote: (id: string) => fill(deskPagePatterns.quote, id),
  quoteAct: (id: string, act: string) => fill(deskPagePatterns.quoteAct, id, act),
  licences: '/desk/licences',
  licencesOf: (text: string) => `/desk/licences?q=${encodeURIComponent(text)}`,
  newLicence: '/desk/licences/new',
  licence: (id: string) => fill(deskPagePatterns.licence, id),
  licenceAct: (id: string, act: string) => fill(deskPagePatterns.licenceAct, id, act),
  imports: '/desk/imports',
  import: (id: string) => fill(deskPagePatterns.import, id),
  importAct: (id: string, act: string) => fill(deskPagePatterns.importAct, id, act),
  messages: '/desk/messages',
  message: (id: string) => fill(deskPagePatterns.message, id),
  messageAct: (id: string, act: string) => fill(deskPagePatterns.messageAct, id, act),
  mails: '/desk/mails',
  mail: (id: string) => fill(deskPagePatterns.mail, id),
  mailAct: (id: string, act: string) => fill(deskPagePatterns.mailAct, id, act),
  webhooks: '/desk/mails/webhooks',
  webhookAct: (id: string, act: string) => fill(deskPagePatterns.webhookAct, id, act),
  statement: '/desk/statement',
  statementOf: (id: string) => fill(deskPagePatterns.statementOf, id),
  statementAct: (id: string, act: string) => fill(deskPagePatterns.statementAct, id, act),
  accountAct: (id: string, act: string) => fill(deskPagePatterns.accountAct, id, act),
  books: '/desk/books',
  /** @param days both included */
  booksOf: ({ from, to }: { from: string; to: string }) => `/desk/books?from=${from}&to=${to}`,
  trends: '/desk/trends',
  releases: '/desk/releases',
  release: (version: string) => fill(deskPagePatterns.release, version),
  releaseAct: (version: string, act: string) => fill(deskPagePatterns.releaseAct, version, act),
  codes: '/desk/codes',
  code: (code: string) => fill(deskPagePatterns.code, code),
  codeAct: (code: string, act: string) => fill(deskPagePatterns.codeAct, code, act),
  audit: '/desk/audit',
  staff: '/desk/staff',
  staffAct: (email: string, act: string) => fill(deskPagePatterns.staffAct, email, act),
  sessions: '/desk/sessions',
  endSession: (id: string) => fill(deskPagePatterns.endSession, id),
  endToken: (id: string) => fill(deskPagePatterns.endToken, id),
} as const

export const deskPagePatterns = {
  order: '/desk/orders/:id',
  orderAct: '/desk/orders/:id/:act',
  customer: '/desk/customers/:id',
  customerAct: '/desk/customers/:id/:act',
  company: '/desk/companies/:id',
  quote: '/desk/quotes/:id',
  quoteAct: '/desk/quotes/:id/:act',
  licence: '/desk/licences/:id',
  licenceAct: '/desk/licences/:id/:act',
  import: '/desk/imports/:id',
  importAct: '/desk/imports/:id/:act',
  message: '/desk/messages/:id',
  messageAct: '/desk/messages/:id/:act',
  mail: '/desk/mails/:id',
  mailAct: '/desk/mails/:id/:act',
  webhookAct: '/desk/webhooks/:id/:act',
  statementOf: '/desk/statement/:id',
  statementAct: '/desk/statement/:id/:act',
  accountAct: '/desk/accounts/:id/:act',
  release: '/desk/releases/:id',
  releaseAct: '/desk/releases/:id/:act',
  code: '/desk/codes/:id',
  codeAct: '/desk/codes/:id/:act',
  staffAct: '/desk/staff/:id/:act',
  endSession: '/desk/sessions/:id/end',
  endToken: '/desk/tokens/:id/end',
} as const

export const deskApiPatterns = {
  order: '/api/desk/orders/:id',
  document: '/api/desk/orders/:id/documents/:number.pdf',
  eInvoice: '/api/desk/orders/:id/documents/:number.xml',
  customer: '/api/desk/customers/:id',
  company: '/api/desk/companies/:id',
  evidence: '/api/desk/orders/:id/evidence.pdf',
  quote: '/api/desk/quotes/:id',
  quotePdf: '/api/desk/quotes/:id/quote.pdf',
  payments: '/api/desk/orders/:id/payments',
  refunds: '/api/desk/orders/:id/refunds',
  licence: '/api/desk/licences/:id',
  statementRead: '/api/desk/statement/:id',
  import: '/api/desk/imports/:id',
  message: '/api/desk/messages/:id',
  mail: '/api/desk/mails/:id',
  release: '/api/desk/releases/:id',
  code: '/api/desk/codes/:code',
} as const

export const deskApiRoutes = {
  home: '/api/desk',
  link: '/api/desk/link',
  signOut: '/api/desk/sign-out',
  me: '/api/desk/me' as Reads<Me>,
  sessions: '/api/desk/sessions' as Reads<{ sessions: OpenSession[] }>,
  tokens: '/api/desk/tokens' as Reads<{ tokens: Token[] }>,
  staff: '/api/desk/staff' as Reads<{ staff: DeskMember[] }>,
  audit: '/api/desk/audit' as Reads<AuditList>,
  auditCsv: '/api/desk/audit.csv',
  search: '/api/desk/search' as Reads<SearchAnswer>,
  overview: '/api/desk/overview' as Reads<Overview>,
  codes: '/api/desk/codes' as Reads<{ codes: DeskCode[] }>,
  code: (code: string): Reads<WholeCode> => fill(deskApiPatterns.code, code),
  statement: '/api/desk/statement' as Reads<StatementList>,
  statementOf: (id: string): Reads<Statement> => fill(deskApiPatterns.statementRead, id),
  books: '/api/desk/books' as Reads<BooksAnswer>,
  booksCsv: '/api/desk/books.csv',
  booksZip: '/api/desk/books.zip',
  releases: '/api/desk/releases' as Reads<ReleaseList>,
  release: (version: string): Reads<DeskRelease> => fill(deskApiPatterns.release, version),
  trends: '/api/desk/trends' as Reads<Trends>,
  trendsCsv: '/api/desk/trends.csv',
  orders: '/api/desk/orders' as Reads<OrderList>,
  ordersCsv: '/api/desk/orders.csv',
  payments: (id: string) => fill(deskApiPatterns.payments, id),
  refunds: (id: string) => fill(deskApiPatterns.refunds, id),
  order: (id: string): Reads<DeskOrder> => fill(deskApiPatterns.order, id),
  document: (id: string, number: string) => fill(deskApiPatterns.document, id, number),
  eInvoice: (id: string, number: string) => fill(deskApiPatterns.eInvoice, id, number),
  customers: '/api/desk/customers' as Reads<CustomerList>,
  customersCsv: '/api/desk/customers.csv',
  customer: (email: string): Reads<DeskCustomer> => fill(deskApiPatterns.customer, email),
  company: (name: string): Reads<DeskCustomer> => fill(deskApiPatterns.company, name),
  evidence: (id: string) => fill(deskApiPatterns.evidence, id),
  quotes: '/api/desk/quotes' as Reads<QuoteList>,
  quotesCsv: '/api/desk/quotes.csv',
  quote: (id: string): Reads<DeskQuote> => fill(deskApiPatterns.quote, id),
  quotePdf: (id: string) => fill(deskApiPatterns.quotePdf, id),
  licences: '/api/desk/licences' as Reads<LicenceList>,
  licencesCsv: '/api/desk/licences.csv',
  imports: '/api/desk/imports' as Reads<ImportList>,
  importOf: (id: string): Reads<Import> => fill(deskApiPatterns.import, id),
  messages: '/api/desk/messages' as Reads<MessageList>,
  messagesCsv: '/api/desk/messages.csv',
  mails: '/api/desk/mails' as Reads<MailList>,
  mailsCsv: '/api/desk/mails.csv',
  webhooks: '/api/desk/webhooks' as Reads<WebhookList>,
  message: (id: string): Reads<WholeMessage> => fill(deskApiPatterns.message, id),
  mail: (id: string): Reads<WholeMail> => fill(deskApiPatterns.mail, id),
  licence: (id: string): Reads<DeskLicence> => fill(deskApiPatterns.licence, id),
} as const

export function isDeskPath(path: string): boolean {
  return path === deskRoutes.home || path.startsWith(`${deskRoutes.home}/`)
}
