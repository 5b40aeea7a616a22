import type { Site } from '#shared/seller/site.ts'

export const site = {
  product: 'Prompter',
  company: {
    name: 'Prompter Pty Ltd',
    abn: '51 824 753 556',
    country: 'AU',
    timeZone: 'Australia/Sydney',
    since: 2018,
    email: 'hello@prompter.example',
  },
  bankAccount: { bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' },
} as Site

export const siteUrl = 'https://prompter.example'
