import type { z } from 'zod'
import type { ErrorCode } from '#shared/error-codes.ts'

type Method = 'get' | 'post' | 'delete'

export type Content = Record<string, z.ZodType>

export type Operation = {
  summary: string
  /** Says only what the schemas don't. */
  description?: string
  /** Everybody has access by default. */
  access?: 'order' | 'session' | 'desk' | 'metrics'
  headers?: z.ZodObject
  query?: z.ZodObject
  body?: Content
  answers: Record<number, { description: string; content?: Content }>
  /** Errors beyond those that all paths of this kind share. */
  errors?: ErrorCode[]
}

export type ApiDescription = Record<string, Partial<Record<Method, Operation>>>

export const json = (schema: z.ZodType): Content => ({ 'application/json': schema })
