import type { ApiDescription } from '../openapi/description.ts'
import { auditApi } from './audit/openapi.ts'
import { booksApi } from './books/openapi.ts'
import { codesApi } from './codes/openapi.ts'
import { licencesApi } from './licences/openapi.ts'
import { mailsApi } from './mails/openapi.ts'
import { messagesApi } from './messages/openapi.ts'
import { ordersApi } from './orders/openapi.ts'
import { overviewApi } from './overview/openapi.ts'
import { searchApi } from './search/openapi.ts'
import { signInApi } from './sign-in/openapi.ts'
import { statementApi } from './statement/openapi.ts'
import { webhooksApi } from './webhooks/openapi.ts'

export const deskApi: ApiDescription = {
  ...signInApi,
  ...overviewApi,
  ...searchApi,
  ...ordersApi,
  ...licencesApi,
  ...statementApi,
  ...booksApi,
  ...codesApi,
  ...messagesApi,
  ...mailsApi,
  ...webhooksApi,
  ...auditApi,
}
