import { checkoutApi } from './checkout/api.ts'
import { contactApi } from './contact/api.ts'
import { contentApi } from './content/openapi.ts'
import type { AppContext } from './context.ts'
import { deskEndpoints } from './desk/api.ts'
import { feedsApi } from './feeds/api.ts'
import { healthApi } from './health/api.ts'
import { helpApi } from './help/api.ts'
import { activationApi, licencesApi } from './licensing/api.ts'
import { metricsApi } from './metrics/api.ts'
import { openapiApi } from './openapi/api.ts'
import { ordersApi } from './orders/api.ts'
import { paymentsApi } from './payments/api.ts'
import { pricingApi } from './pricing/api.ts'
import { quotesApi } from './quotes/api.ts'
import { releasesApi } from './releases/api.ts'
import type { Endpoint } from './web/endpoint.ts'
import { yourLicencesApi } from './your-licences/api.ts'

/** Every address that isn't a page's, in the order of its description. */
export const endpoints: readonly Endpoint<AppContext>[] = [
  ...[...pricingApi, ...contentApi, ...checkoutApi, ...ordersApi, ...quotesApi, ...paymentsApi],
  ...[...activationApi, ...licencesApi, ...yourLicencesApi, ...deskEndpoints, ...contactApi, ...helpApi],
  ...[...releasesApi, ...feedsApi, ...healthApi, ...metricsApi, ...openapiApi],
]
