import { join } from 'node:path'
import type { Site } from '#shared/seller/site.ts'
import { type Config, testKeys } from '../../config.ts'

type Ready = { config: Config; site: Pick<Site, 'staff'>; address: string }

/** Text for a person at a terminal, once the site listens. */
export function readyText({ config, site, address }: Ready): string {
  const off = whatIsOff(config)
  return [
    `Ready: ${address}`,
    ...(config.siteUrl === address ? [] : [`Its public address is ${config.siteUrl}`]),
    ...(off.length > 0
      ? ['', 'Off until these variables are set (.env.example lists all of them):', ...off]
      : []),
    '',
    ...deskText(config, site),
    'What else is missing before you sell: npm run admin -- doctor',
    'Stop it with Ctrl+C.',
    '',
  ].join('\n')
}

function whatIsOff({ stripe, smtpUrl, recaptcha, metricsToken, dataDir }: Config): string[] {
  const parts: [isOff: boolean, part: string, how: string][] = [
    [!stripe, 'cards', 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET; people pay by bank transfer'],
    [!smtpUrl, 'mails', `SMTP_URL; each mail is a file in ${join(dataDir, 'mail')}`],
    [
      !recaptcha || recaptcha.siteKey === testKeys.site,
      'human check',
      'RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY; everybody passes Google’s test keys',
    ],
    [!metricsToken, 'metrics', 'METRICS_TOKEN'],
  ]
  return parts.filter(([isOff]) => isOff).map(([, part, how]) => `  ${part.padEnd(11)}  ${how}`)
}

function deskText({ contentDir }: Config, { staff }: Pick<Site, 'staff'>): string[] {
  const [first] = staff
  if (first) return [`Your desk: npm run admin -- desk link ${first.email}`]
  return [
    `Your desk: put your address into staff of ${join(contentDir, 'site.yml')}, restart,`,
    'then run npm run admin -- desk link you@example.com',
  ]
}
