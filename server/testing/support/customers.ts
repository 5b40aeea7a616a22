import type { CustomerSources } from '../../messages/mail/sources.ts'

/** For tests of mails without customers' licences. */
export const noCustomers: CustomerSources = {
  findTypedEmail: async () => null,
  notifyUnknownAddress: async () => {},
  move: async () => null,
  document: async () => null,
  createLink: async () => ({ token: 'token', expiresAt: new Date(0) }),
}
