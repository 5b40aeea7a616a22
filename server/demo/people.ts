import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { Dice } from './dice.ts'

const first = 'Ada Ben Chloe Dev Elif Finn Grace Hugo Ines Jun Kira Liam'.split(' ')
const last = 'Ash Banksia Cedar Elm Fern Hazel Ivy Laurel Maple Oak Rowan Wattle'.split(' ')
const kinds = ['Studio', 'School', 'Council', 'Church', 'Newsroom', 'University', 'Theatre'] as const

export type Buyer = CheckoutBody['customer'] & { name: string }

/** Performs acts at the desk. Customers act through the site's own functions. */
export const staff = { who: 'demonstration.owner@example.com' }

/** Members of staff added by the owner. */
export const helpers = {
  support: 'demonstration.support@example.com',
  books: 'demonstration.books@example.com',
}

/** Names and addresses are obviously invented. @param before number before the first address's */
export function createPeople(dice: Dice, before = 0) {
  let count = before
  return (): Buyer => {
    count += 1
    const [given, family] = [dice.oneOf(first), dice.oneOf(last)]
    const isCompany = dice.chance(0.55)
    return {
      name: `Demonstration ${given} ${family}`,
      email: `${given}.${family}.${count}@example.com`.toLowerCase(),
      country: dice.pick(['AU', 70], ['NZ', 10], ['GB', 8], ['US', 8], ['DE', 4]),
      ...(isCompany && {
        companyName: `Demonstration ${dice.oneOf(kinds)} ${count}`,
        addressLine1: `${count} Demonstration Street`,
        city: 'Sampletown',
        postcode: '0000',
      }),
    }
  }
}

const systems = ['Windows 11', 'Windows 10', 'macOS 15', 'macOS 26', 'Ubuntu 24.04'] as const
const places = ['desk', 'studio', 'laptop', 'booth', 'gallery', 'spare'] as const

export function createMachine(dice: Dice) {
  const code = dice.whole(1_000_000_000, 9_999_999_999)
  const name = `demo-${dice.oneOf(places)}-${dice.whole(1, 99)}`
  return { id: `demonstration-${code}`, name, os: dice.oneOf(systems) }
}
