import { z } from 'zod'
import { isAbn } from '../buyer/abn.ts'
import { countryCodes } from '../buyer/countries.ts'
import { countryName } from '../buyer/country-name.ts'
import { daySchema } from '../calendar/day-schema.ts'
import { deskRoleSchema } from '../desk/roles.ts'
import { exactObject } from '../http/exact-object.ts'
import { isIban } from '../orders/iban.ts'
import { transferTermsSchema } from '../orders/transfer-terms.ts'
import { mostWebhooks, webhookSchema } from '../orders/webhooks.ts'
import { foldEmail, isEmail } from '../text/email.ts'

const text = z.string().trim().min(1)
const email = z.string().refine(isEmail, 'an e-mail reads name@example.com')

const notifiedEvents = ['order_awaited', 'order_paid', 'refund', 'dispute', 'message', 'problem'] as const
export type NotifiedEvent = (typeof notifiedEvents)[number]

const notificationSchema = exactObject({
  email,
  on: z
    .array(z.enum(notifiedEvents))
    .min(1)
    .default([...notifiedEvents]),
  /** `daily` sends one summary at 08:00 in the company's time zone; `each` sends a mail for each order. */
  paid: z.enum(['daily', 'each']).default('daily'),
})

function wholeNumber(most: number) {
  const message = `a whole number from 1 to ${most}`
  return z.int(message).min(1, message).max(most, message)
}

const abnTypo = 'this ABN has a typo: its check digits don’t fit'
/** The site ships with this ABN; owners replace it with their own. */
const placeholderAbn = '00 000 000 000'

const companyNumberSchema = exactObject({
  label: text,
  value: text,
  check: z.enum(['abn', 'none'], 'abn or none').default('none'),
}).refine(({ value, check }) => check === 'none' || isAbn(value), {
  path: ['value'],
  message: abnTypo,
})

/** Xero's codes have at most ten characters, and MYOB's at most six. */
const accountCode = z
  .union([z.int(), z.string()], 'an account code reads 200')
  .transform(String)
  .refine((code) => /^[\dA-Za-z./-]{1,10}$/.test(code), 'an account code has at most ten letters and digits')

/** The YAML parser returns a whole number with a decimal point, such as 2.00, as text. */
const rate = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d+\.0*$/)
        .transform(Number),
    ],
    'a number such as 0.65',
  )
  .pipe(z.number().positive())

/** `content/site.yml`, the only place that names the product and the company. */
export const siteSchema = exactObject({
  product: text,
  /** The application has it built in, and accepts only licences signed for it. */
  productId: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, 'lower-case letters, digits, dots and hyphens'),
  description: text,
  keywords: z.array(text).min(1),
  company: exactObject({
    name: text,
    /** Short for a `number` with the label ABN. */
    abn: z
      .string()
      .regex(/^\d{2} \d{3} \d{3} \d{3}$/, `an ABN is written ${placeholderAbn}`)
      .refine((abn) => abn === placeholderAbn || isAbn(abn), abnTypo)
      .optional(),
    number: companyNumberSchema.optional(),
    country: z.enum(countryCodes, 'a country reads AU').default('AU'),
    /** Printed on every document and in the imprint. */
    address: exactObject({
      lines: z.array(text).min(1, 'an address has a line').max(4, 'an address has four lines at most'),
      city: text.optional(),
      state: text.optional(),
      postcode: z.union([text, z.int()], 'a postcode is text, in quotes').transform(String).optional(),
      /** Defaults to the company's country. */
      country: z.enum(countryCodes, 'a country reads AU').optional(),
    }).optional(),
    /** Law for the terms to name, such as that of New South Wales and the Australian Consumer Law. */
    law: exactObject({
      /** The state or province; the country's name is added. */
      state: text.optional(),
      /** The consumer protection law. */
      consumer: text.optional(),
      /** Law for the privacy policy to name. */
      privacy: exactObject({
        /** Follows "as required by": the Australian Privacy Act 1988. */
        law: text,
        /** The authority that enforces it. */
        regulator: text,
        /** The regulator's page for complaints. */
        complaints: z.url('an address reads https://…').optional(),
        /** Markdown that replaces the policy's paragraph on people's rights. */
        rights: text.optional(),
      }).optional(),
      /** Years for which tax law requires invoices to be kept. */
      invoiceYears: wholeNumber(99).optional(),
    }).optional(),
    email,
    timeZone: text,
    /** The first year of the footer's copyright line. */
    since: z.int('a year reads 2018').min(1900).max(2100),
  }).refine(({ abn, number }) => abn === undefined || number === undefined, {
    path: ['number'],
    message: 'is the long form of abn: give one of them',
  }),
  /** Transfers use BSB and number within Australia, BIC and IBAN or number from abroad. */
  bankAccount: exactObject({
    bsb: z
      .string()
      .regex(/^\d{3}-\d{3}$/, 'a BSB is written 000-000')
      .optional(),
    number: z
      .string()
      .regex(/^[\dA-Z -]{4,34}$/, 'an account number is 4 to 34 digits, in quotes')
      .optional(),
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'a BIC is 8 or 11 letters and digits')
      .optional(),
    iban: z.string().refine(isIban, 'an IBAN has a typo: its check digits don’t fit').optional(),
  }).refine(({ number, iban }) => number !== undefined || iban !== undefined, {
    message: 'needs a number or an iban',
  }),
  bankTransfer: transferTermsSchema.default({ dueDays: 14, remindAfterDays: [10, 17], lapseAfterDays: 30 }),
  /** Days within which a refund by bank transfer is promised, as the buyer's mail says. */
  refunds: exactObject({ withinDays: wholeNumber(90) }).default({ withinDays: 7 }),
  /** The logo on documents. The file names a PNG in its own folder; once read, this is a data URI. */
  logo: z
    .string()
    .regex(/^[\w-]+\.png$/, 'a logo is a PNG beside site.yml, such as logo.png')
    .optional(),
  analyticsId: z.union([z.literal(''), z.string().regex(/^G-[A-Z0-9]+$/, 'a GA4 id reads G-XXXXXXX')]),
  licenceKeyPrefix: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/, 'four characters of Crockford base32'),
  downloads: exactObject({ baseUrl: z.url() }),
  /** Null if no trial is offered. */
  trial: exactObject({ days: wholeNumber(366) }).nullable(),
  /** Exchange rates of a day, in units for one unit of the prices' currency. Pages show estimates next to the prices. */
  estimates: exactObject({
    day: daySchema,
    rates: z.record(z.string().regex(/^[A-Z]{3}$/, 'a currency reads EUR'), rate),
  }).optional(),
  /** How soon people answer messages, such as "two working days". If omitted, pages name no time. */
  answersWithin: text.optional(),
  /** Days of a voluntary money-back guarantee, for the whole price and without a reason. If omitted, there is none. */
  moneyBack: exactObject({ days: wholeNumber(366) }).optional(),
  reminders: exactObject({
    beforeDays: z.union([z.literal(false), wholeNumber(366)]),
    /** Whether licensees get a mail about the first release after their updates ended. */
    newRelease: z.boolean(),
  }),
  notifications: z
    .array(notificationSchema)
    .refine((all) => new Set(all.map((each) => foldEmail(each.email))).size === all.length, {
      message: 'names an address twice',
    })
    .optional(),
  webhooks: z.array(webhookSchema).max(mostWebhooks).default([]),
  /** The account for sales in the owner's accounting program. */
  books: exactObject({ accounts: exactObject({ sales: accountCode }) }).default({
    accounts: { sales: '200' },
  }),
  licensing: exactObject({
    /** The number of machines that a licence may activate per seat within `movesDays`. */
    movesPerSeat: wholeNumber(1000),
    /** The minimum for a licence with few seats. */
    movesAtLeast: wholeNumber(1000),
    movesDays: wholeNumber(366),
  }),
  /** If empty, there is no desk. */
  staff: z
    .array(
      exactObject({
        email: z.string().refine(isEmail, 'an e-mail reads name@example.com'),
        role: deskRoleSchema,
      }),
    )
    .refine((staff) => new Set(staff.map(({ email }) => foldEmail(email))).size === staff.length, {
      error: 'an e-mail stands here once',
    })
    .default([]),
})

export type Site = z.infer<typeof siteSchema>

export function notificationsOf(
  { company, notifications }: Pick<Site, 'company' | 'notifications'>,
  event: NotifiedEvent,
): z.infer<typeof notificationSchema>[] {
  const all = notifications ?? [notificationSchema.parse({ email: company.email })]
  return all.filter(({ on }) => on.includes(event))
}

/** Fields that visitors never get. */
export const privateSiteFields = ['staff', 'notifications', 'webhooks', 'books', 'refunds', 'logo'] as const

/** Only the contact page shows `answersWithin`, and requests it from the content. */
const unsentFields = [...privateSiteFields, 'answersWithin'] as const

/** Contains `countryName`, so that browsers needn't load the names of countries. */
export type PublicSite = Omit<Site, (typeof unsentFields)[number] | 'company'> & {
  company: Site['company'] & { countryName: string }
}

export function publicSiteOf(site: Site): PublicSite {
  const company = { ...site.company, countryName: countryName(site.company.country) }
  const sent = Object.entries({ ...site, company }).filter(([name]) => !unsent.has(name))
  return Object.fromEntries(sent) as PublicSite
}

const unsent: ReadonlySet<string> = new Set(unsentFields)
