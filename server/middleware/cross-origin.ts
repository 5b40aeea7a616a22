import cors from 'cors'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/**
 * Lets the origins of `CORS_ORIGINS`, and no other, call the API from a browser. With its cookies, for in a split of web
 * and API tiers an order opens by one; SameSite keeps them from origins of another site.
 */
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
