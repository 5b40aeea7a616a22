import type { z } from 'zod'
import type { ErrorCode } from '#shared/error-codes.ts'

type Method = 'get' | 'post' | 'delete'

/** A body by its content type. */
export type Content = Record<string, z.ZodType>

export type Operation = {
  summary: string
  /** What a reader of the schemas couldn't tell. */
  description?: string
  /** Who may ask; everybody where nothing is said. */
  access?: 'order' | 'session' | 'desk' | 'metrics'
  headers?: z.ZodObject
  query?: z.ZodObject
  body?: Content
  /** By status, without those of errors. */
  answers: Record<number, { description: string; content?: Content }>
  /** Beyond those that every address of its kind may answer with. */
  errors?: ErrorCode[]
}

/** What a room's addresses take and answer, by address and method. `document.ts` gathers every room's. */
export type ApiDescription = Record<string, Partial<Record<Method, Operation>>>

export const json = (schema: z.ZodType): Content => ({ 'application/json': schema })
