import { createContext } from 'react-router'
import type { ContentFetch } from '#shared/content-query-builder.ts'
import type { MineFetch } from '#shared/licensing/mine.ts'
import type { OrderFetch } from '#shared/orders.ts'
import type { QuoteFetch } from '#shared/quotes.ts'

/** How a loader asks for content: in process on the server, over HTTP in the browser. */
export const contentContext = createContext<ContentFetch>()

/** How a loader asks for an order; it opens by the visitor's cookie. */
export const orderContext = createContext<OrderFetch>()

/** How a loader asks for a quote; it opens as an order does. */
export const quoteContext = createContext<QuoteFetch>()

/** How a loader asks for everything of the address that is signed in, by the visitor's cookie. */
export const mineContext = createContext<MineFetch>()
