import type { RouteObject } from 'react-router'
import { deskPagePatterns, deskRoutes } from '#shared/routes/desk-routes.ts'
import { PageError } from '../site/framework/page-error.ts'
import { DeskFrame, loadFrame } from './frame/desk-frame.tsx'
import { BareErrorPage, DeskErrorPage } from './frame/error-page.tsx'
import { frameId } from './frame/frame-id.ts'
import * as audit from './pages/audit.tsx'
import * as books from './pages/books.tsx'
import * as code from './pages/code.tsx'
import * as codes from './pages/codes.tsx'
import * as customer from './pages/customer.tsx'
import * as customers from './pages/customers.tsx'
import { EndMember, EndSession, EndToken, loadMember, loadSession, loadToken } from './pages/end-access.tsx'
import * as imported from './pages/import.tsx'
import * as imports from './pages/imports.tsx'
import * as licence from './pages/licence.tsx'
import * as licences from './pages/licences.tsx'
import * as mail from './pages/mail.tsx'
import * as mails from './pages/mails.tsx'
import * as message from './pages/message.tsx'
import * as messages from './pages/messages.tsx'
import * as newLicence from './pages/new-licence.tsx'
import * as newQuote from './pages/new-quote.tsx'
import * as open from './pages/open.tsx'
import * as order from './pages/order.tsx'
import * as orders from './pages/orders.tsx'
import * as quote from './pages/quote.tsx'
import * as quotes from './pages/quotes.tsx'
import * as refund from './pages/refund.tsx'
import * as release from './pages/release.tsx'
import * as releases from './pages/releases.tsx'
import * as revoke from './pages/revoke.tsx'
import * as search from './pages/search.tsx'
import * as sent from './pages/sent.tsx'
import * as sessions from './pages/sessions.tsx'
import * as signIn from './pages/sign-in.tsx'
import * as staff from './pages/staff.tsx'
import * as statement from './pages/statement.tsx'
import * as statements from './pages/statements.tsx'
import * as today from './pages/today.tsx'
import * as trends from './pages/trends.tsx'
import * as webhooks from './pages/webhooks.tsx'

/** No other visitor may see a stored copy. */
const handle = { personal: true, index: false }

/** Only the server renders the desk, so visitors download none of it. */
export function createDeskRoutes(): RouteObject[] {
  return [
    {
      id: 'pages',
      handle,
      ErrorBoundary: BareErrorPage,
      children: [
        { id: 'desk-sign-in', path: deskRoutes.signIn, ...signIn },
        { id: 'desk-sent', path: deskRoutes.sent, ...sent },
        { id: 'desk-open', path: deskRoutes.open, ...open },
        {
          id: frameId,
          loader: loadFrame,
          Component: DeskFrame,
          children: [{ id: 'desk-pages', ErrorBoundary: DeskErrorPage, children: pages }],
        },
      ],
    },
  ]
}

const pages: RouteObject[] = [
  { id: 'desk-today', path: deskRoutes.home, ...today },
  { id: 'desk-search', path: deskRoutes.searchPage, ...search },
  { id: 'desk-orders', path: deskRoutes.orders, ...orders },
  { id: 'desk-order', path: deskPagePatterns.order, ...order },
  { id: 'desk-refund', path: '/desk/orders/:id/refunds', ...refund },
  { id: 'desk-customers', path: deskRoutes.customers, ...customers },
  { id: 'desk-customer', path: deskPagePatterns.customer, ...customer },
  { id: 'desk-company', path: deskPagePatterns.company, ...customer, loader: customer.loadCompany },
  { id: 'desk-quotes', path: deskRoutes.quotes, ...quotes },
  { id: 'desk-new-quote', path: deskRoutes.newQuote, ...newQuote },
  { id: 'desk-quote', path: deskPagePatterns.quote, ...quote },
  { id: 'desk-licences', path: deskRoutes.licences, ...licences },
  { id: 'desk-new-licence', path: deskRoutes.newLicence, ...newLicence },
  { id: 'desk-licence', path: deskPagePatterns.licence, ...licence },
  { id: 'desk-revoke', path: '/desk/licences/:id/revoke', ...revoke },
  { id: 'desk-imports', path: deskRoutes.imports, ...imports },
  { id: 'desk-import', path: deskPagePatterns.import, ...imported },
  { id: 'desk-statements', path: deskRoutes.statement, ...statements },
  { id: 'desk-statement', path: deskPagePatterns.statementOf, ...statement },
  { id: 'desk-books', path: deskRoutes.books, ...books },
  { id: 'desk-trends', path: deskRoutes.trends, ...trends },
  { id: 'desk-codes', path: deskRoutes.codes, ...codes },
  { id: 'desk-code', path: deskPagePatterns.code, ...code },
  {
    id: 'desk-releases',
    path: deskRoutes.releases,
    Component: releases.Component,
    loader: releases.loader,
  },
  {
    id: 'desk-release',
    path: deskPagePatterns.release,
    Component: release.Component,
    loader: release.loader,
  },
  {
    id: 'desk-withdraw',
    path: '/desk/releases/:id/withdraw',
    Component: release.Withdraw,
    loader: release.loadWithdrawal,
  },
  { id: 'desk-messages', path: deskRoutes.messages, ...messages },
  { id: 'desk-message', path: deskPagePatterns.message, ...message },
  { id: 'desk-mails', path: deskRoutes.mails, ...mails },
  { id: 'desk-webhooks', path: deskRoutes.webhooks, ...webhooks },
  { id: 'desk-mail', path: deskPagePatterns.mail, ...mail },
  { id: 'desk-audit', path: deskRoutes.audit, ...audit },
  { id: 'desk-staff', path: deskRoutes.staff, ...staff },
  { id: 'desk-end-member', path: '/desk/staff/:id/end', Component: EndMember, loader: loadMember },
  { id: 'desk-sessions', path: deskRoutes.sessions, ...sessions },
  { id: 'desk-end-session', path: deskPagePatterns.endSession, Component: EndSession, loader: loadSession },
  { id: 'desk-end-token', path: deskPagePatterns.endToken, Component: EndToken, loader: loadToken },
  { id: 'desk-not-found', path: '*', loader: refuse },
]

function refuse(): never {
  throw new PageError(404)
}
