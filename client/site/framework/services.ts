import { createContext } from 'react-router'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import type { MineFetch } from '#shared/orders/mine.ts'
import type { OrderFetch } from '#shared/orders/orders.ts'
import type { QuoteFetch } from '#shared/orders/quotes.ts'

/** On the server loaders call these in process; in the browser over HTTP, with the visitor's cookie. */
export const contentContext = createContext<ContentFetch>()

export const orderContext = createContext<OrderFetch>()

export const quoteContext = createContext<QuoteFetch>()

export const mineContext = createContext<MineFetch>()
