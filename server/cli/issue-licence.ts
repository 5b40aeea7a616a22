import { issueSchema, seatsSchema } from '#shared/desk/requests/licences.ts'
import type { Site } from '#shared/seller/site.ts'
import { readPricing, siteVariables } from '../content/site.ts'
import { grantLicence, grantOf } from '../licences/licensing/new-licence.ts'
import { orNumber, readArguments, readFields, readNumber, UsageError } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { momentOf } from '../runtime/moment.ts'
import { type Command, flag, print, textOptions } from './command.ts'
import { withDatabase } from './open.ts'

export const issueLicence: Command = {
  usage:
    'licences issue --sku SKU --name NAME --email ADDRESS --reason TEXT [--company NAME] [--seats N] [--entitlements NAME,…] [--offline-days N] [--external-id ID] [--mail] [--json]',
  summary:
    'Gives a licence of a product without an order, and shows its key; --mail sends the key to ADDRESS too.',
  async run(args) {
    const options = {
      json: flag,
      mail: flag,
      ...textOptions('sku', 'name', 'email', 'company', 'reason'),
      ...textOptions('seats', 'entitlements', 'offline-days', 'external-id'),
    } as const
    const { values } = readArguments(args, options)
    const { sku, name, email, company: companyName, reason } = values
    if (!sku || !name || !email || !reason)
      throw new UsageError(`--sku, --name, --email and --reason are needed: ${issueLicence.usage}`)
    const wanted = readFields(
      issueSchema,
      {
        sku,
        name,
        email,
        companyName,
        reason,
        entitlements: values.entitlements?.split(',').filter(Boolean),
        ...(values['offline-days'] !== undefined && { offlineDays: orNumber(values['offline-days']) }),
        externalId: values['external-id'],
      },
      { companyName: '--company' },
    )
    const { limit } = seatsSchema.shape
    const seats = values.seats === undefined ? undefined : readNumber(limit, values.seats, '--seats')
    return withDatabase(async (ctx) => {
      const { site } = ctx.library.typed
      const product = findProduct(ctx.config.contentDir, site, sku)
      const issuing = { keyring: ctx.keyring, site, pricing: { products: [product] }, ...momentOf(ctx) }
      const grant = grantOf(product, { ...wanted, seats }, issuing)
      const issued = await grantLicence(ctx.database.db, grant, issuing, {
        isMailed: values.mail,
        by: { who: commandLine, reason: wanted.reason },
      })
      return print(values.json, issued, `${issued.id}\n${issued.key}`)
    })
  },
}

function findProduct(contentDir: string, site: Site, sku: string) {
  const { products } = readPricing(contentDir, siteVariables(site))
  const product = products.find((one) => one.sku === sku)
  if (product) return product
  throw new UsageError(`There is no product "${sku}", only ${products.map((one) => one.sku).join(', ')}.`)
}
