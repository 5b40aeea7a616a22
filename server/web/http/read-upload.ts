import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Request } from 'express'
import { sizeInWords } from '#shared/http/body-limit.ts'
import { AppError } from './errors.ts'

/** @property file null if none was chosen */
export type UploadedForm = {
  fields: Record<string, string[]>
  file: { name: string; bytes: Buffer } | null
}

type Limits = { fileBytes: number; fieldBytes: number; fields: number }

/**
 * Reads a `multipart/form-data` body (RFC 7578) without storing more than the limits.
 * @throws AppError 413 for a large body, 415 for another type or a compressed one, 422 for an incomplete one
 */
export async function readUpload(
  req: Request,
  { fileBytes, fieldBytes, fields: most }: Limits,
): Promise<UploadedForm> {
  if (!req.is('multipart/form-data')) throw new AppError(415, 'unsupported_media_type', 'Send a form.')
  if (req.headers['content-encoding'] !== undefined) {
    throw new AppError(415, 'unsupported_media_type', 'Send the form without compressing it.')
  }
  // A plain object would inherit fields such as `toString`.
  const form: UploadedForm = { fields: Object.create(null), file: null }
  let isTooLarge = false
  try {
    const parser = new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { files: 1, fileSize: fileBytes, fields: most, fieldSize: fieldBytes },
    })
    parser.on('field', (name, value, _isNameCut, isCut) => {
      isTooLarge ||= isCut
      form.fields[name] = [...(form.fields[name] ?? []), value]
    })
    parser.on('file', (_field, stream, name) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // Reads the rest without storing it, so that the browser gets the refusal.
      stream.on('limit', () => {
        isTooLarge = true
        chunks.length = 0
      })
      stream.on('error', (error) => parser.destroy(error))
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (bytes.length > 0) form.file = { name, bytes }
      })
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => {
        isTooLarge = true
      })
    }
    await pipeline(req, parser)
  } catch (error) {
    throw new AppError(422, 'invalid_request', 'The file came in pieces. Send it once more.', {
      cause: error,
    })
  }
  if (isTooLarge) {
    throw new AppError(413, 'payload_too_large', `The file is larger than ${sizeInWords(fileBytes)}.`)
  }
  return form
}
