import { z } from 'zod'
import { appliedCodeSchema } from '../pricing/price-answer.ts'
import { licenceInfoSchema } from './licence-info.ts'

const cents = z.int().nonnegative()

const renewalOfferSchema = z.object({
  /** In cents for each year, extra machines included. */
  unitAmount: cents,
  /** The price of each further machine, in cents a year. */
  perSeat: cents,
  updatesMonths: z.int().positive(),
  years: z.array(z.object({ years: z.int(), amount: cents, updatesUntil: z.iso.datetime() })),
})

const seatOfferSchema = z.object({
  unitAmount: cents,
  /** How many more seats can be bought. */
  left: z.int().nonnegative(),
})

const upgradeOfferSchema = z.object({
  sku: z.string(),
  name: z.string(),
  /** The price difference of the plans, in cents. */
  amount: cents,
  /** The surcharge for updates paid more than twelve months ahead, in whole months. */
  ahead: z.object({ months: z.int().nonnegative(), amount: cents }),
  seats: z.int(),
  renewal: renewalOfferSchema.nullable(),
  extraSeat: seatOfferSchema.nullable(),
})

const changeOptionsSchema = z.object({
  renewal: renewalOfferSchema.nullable(),
  extraSeat: seatOfferSchema.nullable(),
  upgrades: z.array(upgradeOfferSchema),
})

const lineSchema = z.object({
  sku: z.string(),
  name: z.string(),
  qty: z.int().positive(),
  unitAmount: cents,
  discount: cents,
  amount: cents,
  tax: cents,
})

/** The answer of `POST /api/licences/quote`. Without a change, `lines` is empty and `after` is the current licence. */
export const changeOfferSchema = z.object({
  licence: licenceInfoSchema,
  options: changeOptionsSchema,
  lines: z.array(lineSchema),
  discount: cents,
  total: cents,
  tax: cents,
  currency: z.string(),
  /** The applied discount code; null if none was given. */
  code: appliedCodeSchema.nullable(),
  after: z.object({
    sku: z.string(),
    plan: z.string(),
    seats: z.int(),
    updatesUntil: z.iso.datetime(),
  }),
})

export type ChangeOptions = z.infer<typeof changeOptionsSchema>
export type RenewalOffer = z.infer<typeof renewalOfferSchema>
export type SeatOffer = z.infer<typeof seatOfferSchema>
export type UpgradeOffer = z.infer<typeof upgradeOfferSchema>
export type ChangeOffer = z.infer<typeof changeOfferSchema>
