import { z } from 'zod'
import type { ErrorCode } from '#shared/http/error-codes.ts'

export type Content = Record<string, z.ZodType>

export type Operation = {
  summary: string
  /** Adds only facts that schemas can't express. */
  description?: string
  /** Defaults to everybody. */
  access?: 'order' | 'session' | 'desk' | 'metrics'
  headers?: z.ZodObject
  query?: z.ZodObject
  body?: Content
  answers: Record<number, { description: string; content?: Content }>
  /** Errors besides those common to such paths. */
  errors?: ErrorCode[]
  /** Statuses for which a browser's form gets a page. */
  pageOfErrors?: number[]
}

export type ApiDescription = Record<string, Partial<Record<'get' | 'post' | 'delete', Operation>>>

/** Only for the description: handlers read it themselves. */
export const anyText = z.string()

/** Browsers follow the redirect; other programs get one sentence. */
export const redirectText: Content = { 'text/plain': z.string(), 'text/html': z.string() }

/** Answers other than JSON: tables, documents and files. */
export const textOf = (...types: string[]): Content =>
  Object.fromEntries(types.map((type) => [type, z.string()]))

export const json = (schema: z.ZodType): Content => ({ 'application/json': schema })
