import type { DeskAct } from '#shared/desk/roles.ts'
import type { AppContext } from '../context.ts'
import type { Endpoint } from '../web/endpoint.ts'
import { auditApi } from './audit/api.ts'
import { booksApi } from './books/api.ts'
import { codesApi } from './codes/api.ts'
import { customersApi } from './customers/api.ts'
import { importsApi } from './imports/api.ts'
import { licencesApi } from './licences/api.ts'
import { mailsApi } from './mails/api.ts'
import { messagesApi } from './messages/api.ts'
import { documentsApi, ordersApi } from './orders/api.ts'
import { overviewApi } from './overview/overview.ts'
import { quotesApi } from './quotes/api.ts'
import { releasesApi } from './releases/api.ts'
import { searchApi } from './search/search.ts'
import { signInApi, staffApi } from './sign-in/api.ts'
import { accountsApi, statementApi } from './statement/api.ts'
import { trendsApi } from './trends/api.ts'
import { webhooksApi } from './webhooks/api.ts'

/** Endpoints without an act are open to people who haven't signed in yet. */
export const deskEndpoints: readonly (Endpoint<AppContext> & { who?: DeskAct })[] = [
  ...signInApi,
  ...staffApi,
  ...overviewApi,
  ...searchApi,
  ...ordersApi,
  ...customersApi,
  ...quotesApi,
  ...documentsApi,
  ...licencesApi,
  ...importsApi,
  ...statementApi,
  ...accountsApi,
  ...booksApi,
  ...releasesApi,
  ...trendsApi,
  ...codesApi,
  ...messagesApi,
  ...mailsApi,
  ...webhooksApi,
  ...auditApi,
]
