import type { ErrorRequestHandler } from 'express'
import { AppError } from '../../web/http/errors.ts'

/** @returns a 404 `order_not_found`, alike for an unknown order and somebody else's */
export function orderNotFound(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order.')
}

/** @returns a 404 `order_not_found`, alike for an unknown order and a link that doesn't open it */
export function orderNotOpened(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order, or this link doesn’t open it.')
}

/** An id that can't be decoded is an unknown one. */
export const unreadableIsUnknown: ErrorRequestHandler = (error, _req, _res, next) =>
  next(error instanceof URIError ? orderNotOpened() : error)
