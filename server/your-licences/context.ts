import type { AppContext } from '../context.ts'
import type { Shop } from '../orders/settle.ts'

/** What this room takes of the context. */
export type YourLicences = Shop & Pick<AppContext, 'config'>
