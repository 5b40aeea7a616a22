import cors from 'cors'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/** Allows cookies, because an order opens by one when web and API run as separate tiers. SameSite still blocks other sites. */
export function crossOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>): RequestHandler {
  return cors({
    origin: corsOrigins,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Authorization'],
    credentials: true,
    exposedHeaders: [
      'ETag',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
      'X-Total-Count',
    ],
    maxAge: 3600,
  })
}
