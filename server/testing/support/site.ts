import { siteSchema } from '#shared/seller/site.ts'

/** Invented names, so that tests don't depend on the real site's. */
export const site = siteSchema.parse({
  product: 'Prompt & Co',
  productId: 'test',
  description: 'What it is.',
  keywords: ['one'],
  company: {
    name: 'Company Pty Ltd',
    abn: '51 824 753 556',
    email: 'shop@company.example',
    timeZone: 'Australia/Sydney',
    since: 2018,
  },
  bankAccount: { bsb: '062-000', number: '12345678' },
  analyticsId: '',
  licenceKeyPrefix: 'TEST',
  downloads: { baseUrl: 'https://downloads.example' },
  trial: { days: 14 },
  reminders: { beforeDays: 30, newRelease: true },
  licensing: { movesPerSeat: 4, movesAtLeast: 6, movesDays: 30 },
})
