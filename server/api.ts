import type { z } from 'zod'
import type { WebhookType } from '#shared/orders/webhooks.ts'
import { feedsApi } from './content/feeds/api.ts'
import { contentApi } from './content/openapi.ts'
import type { AppContext } from './context.ts'
import { deskEndpoints } from './desk/api.ts'
import { activationApi, licencesApi } from './licences/licensing/api.ts'
import { licencePayloads } from './licences/licensing/licence-webhooks.ts'
import { releasesApi } from './licences/releases/api.ts'
import { yourLicencesApi } from './licences/your-licences/api.ts'
import { contactApi } from './people/contact/api.ts'
import { helpApi } from './people/help/api.ts'
import { remoteApi } from './people/remote/api.ts'
import { checkoutApi } from './shop/checkout/api.ts'
import { ordersApi } from './shop/orders/api.ts'
import { orderPayloads } from './shop/orders/order-webhooks.ts'
import { paymentsApi } from './shop/payments/api.ts'
import { pricingApi } from './shop/pricing/api.ts'
import { quotesApi } from './shop/quotes/api.ts'
import type { Endpoint } from './web/endpoint.ts'
import { healthApi } from './web/health/api.ts'
import { metricsApi } from './web/metrics/api.ts'
import { openapiApi } from './web/openapi/api.ts'

/** All addresses except pages, in the order of the API description. */
export const endpoints: readonly Endpoint<AppContext>[] = [
  ...[...pricingApi, ...contentApi, ...checkoutApi, ...ordersApi, ...quotesApi, ...paymentsApi],
  ...[
    ...activationApi,
    ...licencesApi,
    ...yourLicencesApi,
    ...deskEndpoints,
    ...contactApi,
    ...helpApi,
    ...remoteApi,
  ],
  ...[...releasesApi, ...feedsApi, ...healthApi, ...metricsApi, ...openapiApi],
]

/** Schemas of `data` in each webhook. */
export const webhookPayloads = { ...orderPayloads, ...licencePayloads } satisfies Record<
  WebhookType,
  z.ZodObject
>
