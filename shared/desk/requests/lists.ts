import { timeSorts } from '../sorts.ts'
import { listQuery } from './fields.ts'

/** A list by time, without filters. */
export const timeListQuerySchema = listQuery(timeSorts, {})
