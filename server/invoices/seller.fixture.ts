import type { Site } from '#shared/site.ts'

export const seller = {
  product: 'Prompter',
  company: { name: 'Prompter Pty Ltd', abn: '51 824 753 556', timeZone: 'Australia/Sydney', since: 2018 },
} as Site
