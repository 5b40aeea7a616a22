import { abnCountry } from '#shared/buyer/abn-country.ts'
import { countryName } from '#shared/buyer/country-name.ts'
import { buyerIdentityFrom, formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import { aNote } from '#shared/orders/invoice-text.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { percentOf, type Tax, taxCountry } from '#shared/pricing/tax.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Variables } from './variables.ts'

/** Makes texts about prices, tax and discounts from the settings, so that no text repeats them. */
export function priceVariables(
  { currency, tax, products }: Pricing,
  { company }: Pick<Site, 'company'>,
): Variables {
  const money = new Intl.DisplayNames('en-AU', { type: 'currency' }).of(currency) ?? currency
  const home = countryName(tax ? taxCountry(tax) : company.country)
  return {
    priceNote: tax
      ? `Prices are in ${plural(money)} and include ${tax.name}. Outside ${home} you pay the same amount, and no ${tax.name} is part of it.`
      : `Prices are in ${plural(money)}. No tax is part of them.`,
    taxName: tax?.name ?? 'tax',
    taxPercent: tax ? percentOf(tax) : '0%',
    homeCountry: home,
    invoiceName: tax ? 'tax invoice' : 'invoice',
    anInvoice: tax ? 'a tax invoice' : 'an invoice',
    aNote: aNote(tax !== null),
    priceAtHome: tax ? `The price shown, ${tax.name} included` : 'The price shown',
    documentAtHome: tax ? `A tax invoice, with the ${tax.name} in it` : 'An invoice',
    documentAbroad: tax ? `An invoice without ${tax.name}` : 'An invoice',
    taxNote: tax
      ? `${tax.name} of ${percentOf(tax)} on the net price is part of an order from ${home}, rounded on the total.`
      : 'No tax is part of any order.',
    aboutAbroad: tax ? `${tax.name}, and buying from outside ${home}` : `Buying from outside ${home}`,
    identityNote: identityNote(tax, currency),
    consumerLaw: consumerLaw(company),
    lawPlace: [company.law?.state, countryName(company.country)].filter(Boolean).join(', '),
    ...privacyVariables(company),
    volumeNote: volumeNote(products),
  }
}

function consumerLaw({ law, country }: Site['company']): string {
  return `the ${law?.consumer ?? `consumer law of ${countryName(country)}`}`
}

/** Without settings, refers to the country's law and authority without their names. */
function privacyVariables({ law, country, email }: Site['company']): Variables {
  const { privacy, invoiceYears } = law ?? {}
  const place = countryName(country)
  const regulator = privacy ? `the ${privacy.regulator}` : `the authority for privacy of ${place}`
  return {
    sellerCountry: place,
    privacyLaw: privacy?.law ?? `the privacy law of ${place}`,
    privacyRegulator: regulator,
    privacyComplaints: privacy?.complaints ? `[${regulator}](${privacy.complaints})` : regulator,
    privacyRights: privacy?.rights ?? rightsOf(email),
    invoicesKept: invoiceYears
      ? `at least ${invoiceYears} ${invoiceYears === 1 ? 'year' : 'years'}, as tax law requires`
      : 'as long as tax law requires',
  }
}

function rightsOf(email: string): string {
  return `You can ask for a copy of what we hold about you, ask us to correct it, or ask us to delete it. We’ll do so, unless the law or your licence needs it. Write to <${email}>. We may ask you to show that you’re the person it’s about. We’ll answer within thirty days, and it costs nothing to ask.`
}

/** Empty unless the law requires the buyer's identity. */
function identityNote(tax: Tax, currency: string): string {
  if (!mustNameBuyer(buyerIdentityFrom, tax, abnCountry)) return ''
  return `For an order of ${formatIdentityFrom(currency)} or more from Australia, the tax invoice has to show who you are, so we need your name, company name or ABN.`
}

/** Groups products with the same steps. */
function volumeNote(products: Product[]): string {
  const bySteps = Map.groupBy(
    products.filter(({ volume }) => volume?.length),
    ({ volume = [] }) =>
      volume.map(({ from, percent }) => `${percent}% off each from ${from} licences`).join(', ') || '',
  )
  const notes = Array.from(bySteps, ([steps, ofSteps]) =>
    ofSteps.length === products.length
      ? `${steps} of one plan`
      : `${ofSteps.map(({ name }) => name).join(', ')}: ${steps}`,
  )
  return notes.length > 0
    ? `There is ${notes.join('; ')}. It’s taken off in the cart.`
    : 'There are none for volume.'
}

/** "Australian Dollar" → "Australian dollars", "Euro" → "Euros". */
function plural(name: string): string {
  return `${name.replace(/ Dollar$/, ' dollar')}s`
}
