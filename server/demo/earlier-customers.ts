import { Readable } from 'node:stream'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { AppContext } from '../context.ts'
import { startImport, takeFile } from '../licences/import/imports.ts'
import { runImport } from '../licences/import/run-import.ts'
import { openStored } from '../licences/import/stored-file.ts'
import type { Dice } from './dice.ts'
import { createPeople, staff } from './people.ts'
import type { createShopLife } from './shop-life.ts'

const columns = [
  ...['Item Name', 'Buyer Name', 'Business Name', 'Purchase Email', 'Purchase Date'],
  ...['Fully Refunded?', 'Order Number', 'Quantity', 'License Key'],
]

/** Imports customers of another shop from the year before, most of whom keep using their keys. */
export async function bringEarlierCustomers(
  ctx: AppContext,
  { keep }: Pick<ReturnType<typeof createShopLife>, 'keep'>,
  dice: Dice,
  { count, now }: { count: number; now: Date },
): Promise<void> {
  const sales = createSales(ctx, dice, { count, now })
  const rows = sales.map(({ cells }) => cells.map((cell) => `"${cell}"`).join(','))
  const file = Readable.from([Buffer.from([columns.join(','), ...rows, ''].join('\n'))])
  const id = await takeFile(ctx, { name: 'earlier-sales.csv', file, who: staff.who })
  await startImport(ctx, id)
  await runImport(ctx, id, { open: openStored(ctx, id) })
  for (const { buyer, key, seats, isRefunded } of sales) {
    if (!isRefunded && dice.chance(0.75)) keep(buyer, key, seats)
  }
}

function createSales(ctx: AppContext, dice: Dice, { count, now }: { count: number; now: Date }) {
  // Uses a separate range of numbers, so that no address belongs to two people.
  const createPerson = createPeople(dice, 10_000)
  const { products } = ctx.library.typed.pricing
  const days = Array.from({ length: count }, () => dice.whole(1, 365)).sort((a, b) => b - a)
  return days.map((ago, index) => {
    const buyer = createPerson()
    const product = products[dice.pick([0, 70], [1, 30])] ?? products[0]
    const copies = dice.pick([1, 90], [2, 10])
    const isRefunded = dice.chance(0.03)
    const key = Array.from({ length: 4 }, () => part(dice)).join('-')
    const bought = new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10)
    const { name, companyName = '', email } = buyer
    const order = [Number(isRefunded), 1000 + index, copies, key].map(String)
    const cells = [product?.name ?? '', name, companyName, email, bought, ...order]
    return { cells, buyer, key, seats: copies * (product?.licence.seats ?? 1), isRefunded }
  })
}

/** Makes a key group such as "A1B2C3D4". */
function part(dice: Dice): string {
  return dice.whole(0, 0xffff_ffff).toString(16).padStart(8, '0').toUpperCase()
}
