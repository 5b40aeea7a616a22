import type { ErrorRequestHandler } from 'express'
import { AppError } from '../../web/http/errors.ts'

/** @returns the same 404 `order_not_found` for an unknown order and somebody else's */
export function orderNotFound(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order.')
}

/** @returns the same 404 `order_not_found` for an unknown order and a link that doesn't open it */
export function orderNotOpened(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order, or this link doesn’t open it.')
}

/** Treats an id that can't be decoded as an unknown one. */
export const unreadableIsUnknown: ErrorRequestHandler = (error, _req, _res, next) =>
  next(error instanceof URIError ? orderNotOpened() : error)
