import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, testKeys } from '../../config.ts'
import { readyText } from './ready-text.ts'

const address = 'http://localhost:3000'

test('a first start says where it is, what is off and how to turn it on, and how to open the desk', () => {
  const config = readConfig({})
  const lines = readyText({ config, site: { staff: [] }, address }).split('\n')
  expect(lines).toEqual([
    'Ready: http://localhost:3000',
    '',
    'Off until these variables are set (.env.example lists all of them):',
    '  cards        STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET; people pay by bank transfer',
    `  mails        SMTP_URL; each mail is a file in ${join(config.dataDir, 'mail')}`,
    '  human check  RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY; everybody passes Google’s test keys',
    '  metrics      METRICS_TOKEN',
    '',
    `Your desk: put your address into staff of ${join(config.contentDir, 'site.yml')}, restart,`,
    'then run npm run admin -- desk link you@example.com',
    'What else is missing before you sell: npm run admin -- doctor',
    'Stop it with Ctrl+C.',
    '',
  ])
})

test('a site with everything set names only its addresses and the desk', () => {
  const config = readConfig({
    SITE_URL: 'https://www.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    RECAPTCHA_SITE_KEY: `${testKeys.site}-own`,
    RECAPTCHA_SECRET_KEY: 'own',
    METRICS_TOKEN: 'a-token-of-some-length',
  })
  const staff = [{ email: 'owner@example.com', role: 'owner' }] as const
  const text = readyText({ config, site: { staff: [...staff] }, address })
  expect(text).toContain('Its public address is https://www.example.com')
  expect(text).toContain('npm run admin -- desk link owner@example.com')
  expect(text).not.toContain('Off until')
})
