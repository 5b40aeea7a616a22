import type { AppContext } from '../context.ts'
import type { Shop } from '../orders/settle.ts'

export type YourLicences = Shop & Pick<AppContext, 'config'>
