import type { AuditList, DeskMember, Me, OpenSession, SearchAnswer, Token } from '../desk/answers.ts'
import type { BookBasis, BookFigure, BooksAnswer } from '../desk/books-answers.ts'
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
import type { CartPrice } from '../pricing/price-answer.ts'
import { fill } from './routes.ts'

/** An address for GET, with the type of its answer. */
export type Reads<Answer> = string & { readonly answer?: Answer }

/** Pages by the names of their files in `client/desk/pages`. */
export const deskPages = {
  'sign-in': '/desk/sign-in',
  sent: '/desk/sent',
  open: '/desk/open',
  today: '/desk',
  search: '/desk/search',
  orders: '/desk/orders',
  order: '/desk/orders/:id',
  refund: '/desk/orders/:id/refunds',
  customers: '/desk/customers',
  customer: '/desk/customers/:id',
  company: '/desk/companies',
  quotes: '/desk/quotes',
  'new-quote': '/desk/quotes/new',
  quote: '/desk/quotes/:id',
  licences: '/desk/licences',
  'new-licence': '/desk/licences/new',
  licence: '/desk/licences/:id',
  revoke: '/desk/licences/:id/revoke',
  imports: '/desk/imports',
  import: '/desk/imports/:id',
  statements: '/desk/statement',
  statement: '/desk/statement/:id',
  books: '/desk/books',
  trends: '/desk/trends',
  codes: '/desk/codes',
  code: '/desk/codes/:id',
  'end-code': '/desk/codes/:id/end',
  releases: '/desk/releases',
  release: '/desk/releases/:id',
  withdraw: '/desk/releases/:id/withdraw',
  messages: '/desk/messages',
  message: '/desk/messages/:id',
  mails: '/desk/mails',
  webhooks: '/desk/mails/webhooks',
  mail: '/desk/mails/:id',
  audit: '/desk/audit',
  staff: '/desk/staff',
  'end-member': '/desk/staff/:id/end',
  sessions: '/desk/sessions',
  'end-session': '/desk/sessions/:id/end',
  'end-token': '/desk/tokens/:id/end',
} as const

/** Pages and forms of the desk. No page outside the desk links to them. */
export const deskRoutes = {
  home: deskPages.today,
  signIn: deskPages['sign-in'],
  /** @param page opens after the sign-in */
  signInFor: (page: string) =>
    page === deskRoutes.home ? deskRoutes.signIn : `${deskRoutes.signIn}?to=${encodeURIComponent(page)}`,
  /**
   * For a form that was sent after its session ended.
   * @param page shows the form
   */
  signInAgainFor: (page: string) => `${deskRoutes.signIn}?ended=true&to=${encodeURIComponent(page)}`,
  sent: deskPages.sent,
  open: deskPages.open,
  signOut: '/desk/sign-out',
  searchPage: deskPages.search,
  search: (text: string) => `/desk/search?q=${encodeURIComponent(text)}`,
  orders: deskPages.orders,
  /** @param query of filters */
  ordersLike: (query: Record<string, string>) => `/desk/orders?${new URLSearchParams(query)}`,
  order: (number: string) => fill(deskPages.order, number),
  orderAct: (number: string, act: string) => fill(deskActPatterns.orderAct, number, act),
  customers: deskPages.customers,
  /** @param email the customer's address */
  customer: (email: string) => fill(deskPages.customer, email),
  customerAct: (email: string, act: string) => fill(deskActPatterns.customerAct, email, act),
  /** @param name goes into the query, because browsers resolve a path segment ".." */
  company: (name: string) => `${deskPages.company}?${new URLSearchParams({ name })}`,
  quotes: deskPages.quotes,
  /** @param query of filters */
  quotesLike: (query: Record<string, string>) => `/desk/quotes?${new URLSearchParams(query)}`,
  newQuote: deskPages['new-quote'],
  /** @param id the quote from which the new one is copied */
  copiedQuote: (id: string) => `/desk/quotes/new?copy=${encodeURIComponent(id)}`,
  quote: (id: string) => fill(deskPages.quote, id),
  quoteAct: (id: string, act: string) => fill(deskActPatterns.quoteAct, id, act),
  licences: deskPages.licences,
  /** @param query of filters */
  licencesLike: (query: Record<string, string>) => `/desk/licences?${new URLSearchParams(query)}`,
  newLicence: deskPages['new-licence'],
  licence: (id: string) => fill(deskPages.licence, id),
  licenceAct: (id: string, act: string) => fill(deskActPatterns.licenceAct, id, act),
  imports: deskPages.imports,
  import: (id: string) => fill(deskPages.import, id),
  importAct: (id: string, act: string) => fill(deskActPatterns.importAct, id, act),
  messages: deskPages.messages,
  message: (id: string) => fill(deskPages.message, id),
  messageAct: (id: string, act: string) => fill(deskActPatterns.messageAct, id, act),
  mails: deskPages.mails,
  mail: (id: string) => fill(deskPages.mail, id),
  mailAct: (id: string, act: string) => fill(deskActPatterns.mailAct, id, act),
  webhooks: deskPages.webhooks,
  webhookAct: (id: string, act: string) => fill(deskActPatterns.webhookAct, id, act),
  statement: deskPages.statements,
  statementOf: (id: string) => fill(deskPages.statement, id),
  statementAct: (id: string, act: string) => fill(deskActPatterns.statementAct, id, act),
  /** @param id an uploaded file that needs a person's choices */
  statementUpload: (id: string) => fill(deskActPatterns.statementUpload, id),
  accountAct: (id: string, act: string) => fill(deskActPatterns.accountAct, id, act),
  books: deskPages.books,
  /** @param asked days, both included, and the accounting basis */
  booksOf: (asked: { from: string; to: string; basis?: BookBasis; figure?: BookFigure }) =>
    `/desk/books?${new URLSearchParams(asked)}`,
  trends: deskPages.trends,
  releases: deskPages.releases,
  release: (version: string) => fill(deskPages.release, version),
  releaseAct: (version: string, act: string) => fill(deskActPatterns.releaseAct, version, act),
  codes: deskPages.codes,
  code: (code: string) => fill(deskPages.code, code),
  codeAct: (code: string, act: string) => fill(deskActPatterns.codeAct, code, act),
  audit: deskPages.audit,
  staff: deskPages.staff,
  staffAct: (email: string, act: string) => fill(deskActPatterns.staffAct, email, act),
  sessions: deskPages.sessions,
  endSession: (id: string) => fill(deskPages['end-session'], id),
  endToken: (id: string) => fill(deskPages['end-token'], id),
} as const

/** Addresses of forms that act on one thing. */
export const deskActPatterns = {
  orderAct: '/desk/orders/:id/:act',
  customerAct: '/desk/customers/:id/:act',
  quoteAct: '/desk/quotes/:id/:act',
  licenceAct: '/desk/licences/:id/:act',
  importAct: '/desk/imports/:id/:act',
  messageAct: '/desk/messages/:id/:act',
  mailAct: '/desk/mails/:id/:act',
  webhookAct: '/desk/webhooks/:id/:act',
  statementUpload: '/desk/statement/uploads/:id',
  statementAct: '/desk/statement/:id/:act',
  accountAct: '/desk/accounts/:id/:act',
  releaseAct: '/desk/releases/:id/:act',
  codeAct: '/desk/codes/:id/:act',
  staffAct: '/desk/staff/:id/:act',
} as const

export const deskApiPatterns = {
  order: '/api/desk/orders/:id',
  document: '/api/desk/orders/:id/documents/:number.pdf',
  eInvoice: '/api/desk/orders/:id/documents/:number.xml',
  customer: '/api/desk/customers/:id',
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
  sessionsCsv: '/api/desk/sessions.csv',
  tokens: '/api/desk/tokens' as Reads<{ tokens: Token[] }>,
  tokensCsv: '/api/desk/tokens.csv',
  staff: '/api/desk/staff' as Reads<{ staff: DeskMember[] }>,
  staffCsv: '/api/desk/staff.csv',
  audit: '/api/desk/audit' as Reads<AuditList>,
  auditCsv: '/api/desk/audit.csv',
  search: '/api/desk/search' as Reads<SearchAnswer>,
  overview: '/api/desk/overview' as Reads<Overview>,
  codes: '/api/desk/codes' as Reads<{ codes: DeskCode[] }>,
  codesCsv: '/api/desk/codes.csv',
  code: (code: string): Reads<WholeCode> => fill(deskApiPatterns.code, code),
  statement: '/api/desk/statement' as Reads<StatementList>,
  statementCsv: '/api/desk/statement.csv',
  statementOf: (id: string): Reads<Statement> => fill(deskApiPatterns.statementRead, id),
  books: '/api/desk/books' as Reads<BooksAnswer>,
  booksCsv: '/api/desk/books.csv',
  booksZip: '/api/desk/books.zip',
  releases: '/api/desk/releases' as Reads<ReleaseList>,
  releasesCsv: '/api/desk/releases.csv',
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
  company: '/api/desk/companies' as Reads<DeskCustomer>,
  evidence: (id: string) => fill(deskApiPatterns.evidence, id),
  quotes: '/api/desk/quotes' as Reads<QuoteList>,
  quotesCsv: '/api/desk/quotes.csv',
  quotePrice: '/api/desk/quote-price' as Reads<CartPrice>,
  quote: (id: string): Reads<DeskQuote> => fill(deskApiPatterns.quote, id),
  quotePdf: (id: string) => fill(deskApiPatterns.quotePdf, id),
  licences: '/api/desk/licences' as Reads<LicenceList>,
  licencesCsv: '/api/desk/licences.csv',
  imports: '/api/desk/imports' as Reads<ImportList>,
  importsCsv: '/api/desk/imports.csv',
  importOf: (id: string): Reads<Import> => fill(deskApiPatterns.import, id),
  messages: '/api/desk/messages' as Reads<MessageList>,
  messagesCsv: '/api/desk/messages.csv',
  mails: '/api/desk/mails' as Reads<MailList>,
  mailsCsv: '/api/desk/mails.csv',
  webhooks: '/api/desk/webhooks' as Reads<WebhookList>,
  webhooksCsv: '/api/desk/webhooks.csv',
  message: (id: string): Reads<WholeMessage> => fill(deskApiPatterns.message, id),
  mail: (id: string): Reads<WholeMail> => fill(deskApiPatterns.mail, id),
  licence: (id: string): Reads<DeskLicence> => fill(deskApiPatterns.licence, id),
} as const

export function isDeskPath(path: string): boolean {
  return path === deskRoutes.home || path.startsWith(`${deskRoutes.home}/`)
}
