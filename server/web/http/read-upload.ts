import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Request } from 'express'
import { sizeInWords } from '#shared/http/body-limit.ts'
import { AppError } from './errors.ts'

/** @property file null if no file was chosen, or it is empty */
export type UploadedForm = {
  fields: Record<string, string[]>
  file: { name: string; bytes: Buffer } | null
}

type Limits = { fileBytes: number; fieldBytes: number; fields: number }

/**
 * Reads a `multipart/form-data` body (RFC 7578) without storing more than the limits.
 * @throws AppError 413 for a large body, 415 for another type or a compressed one, 422 for an incomplete one
 */
export async function readUpload(req: Request, limits: Limits): Promise<UploadedForm> {
  if (!req.is('multipart/form-data')) throw new AppError(415, 'unsupported_media_type', 'Send a form.')
  if (req.headers['content-encoding'] !== undefined) {
    throw new AppError(415, 'unsupported_media_type', 'Send the form without compressing it.')
  }
  // A plain object would inherit fields such as `toString`.
  const form: UploadedForm = { fields: Object.create(null), file: null }
  let isTooLarge = false
  try {
    const parser = parserOf(req, limits)
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
    throw brokenOff(error)
  }
  if (isTooLarge) {
    throw new AppError(413, 'payload_too_large', `The file is larger than ${sizeInWords(limits.fileBytes)}.`)
  }
  return form
}

/**
 * Passes the form's file on while it arrives, cut at the limit.
 * @returns the result of `take`
 * @throws AppError as `take` does, 415 for another type or a compressed one, 422 without a whole file
 */
export function streamUpload<Result>(
  req: Request,
  limits: Limits,
  take: (name: string, file: Readable) => Promise<Result>,
): Promise<Result> {
  const isForm = req.is('multipart/form-data') && req.headers['content-encoding'] === undefined
  if (!isForm) throw new AppError(415, 'unsupported_media_type', 'Send a form, without compressing it.')
  return new Promise<Result>((resolve, reject) => {
    const parser = parserOf(req, limits)
    const fail = (error: unknown) => {
      // Reads the rest without storing it, so that the browser gets the refusal.
      req.unpipe(parser)
      req.resume()
      reject(error)
    }
    let isTaken = false
    parser.on('file', (_field, stream, name) => {
      isTaken = true
      req.on('aborted', () => stream.destroy(new Error('The upload was broken off.')))
      take(name, stream).then(resolve, fail)
    })
    parser.on('finish', () => {
      if (!isTaken) fail(new AppError(422, 'validation_failed', 'Choose a file first.'))
    })
    parser.on('error', (cause: unknown) => fail(brokenOff(cause)))
    req.pipe(parser)
  })
}

/** @throws AppError 422 for a type that names no boundary */
function parserOf(req: Request, { fileBytes, fieldBytes, fields }: Limits) {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { files: 1, fileSize: fileBytes, fields, fieldSize: fieldBytes },
    })
  } catch (error) {
    throw brokenOff(error)
  }
}

function brokenOff(cause: unknown): AppError {
  return new AppError(422, 'invalid_request', 'The file came in pieces. Send it once more.', { cause })
}
