import type { Response } from 'express'
import { readActivationRequestFile } from '#shared/licensing/activation-request-file.ts'
import type { ActivationAnswer } from '#shared/licensing/answers.ts'
import { licenceFileName } from '#shared/licensing/licence-file-name.ts'
import { AppError } from '../errors.ts'
import type { Licensing } from './activate.ts'

/**
 * The request file as it is, in a form's field, in JSON as `request`, or in JSON already taken apart.
 * @throws AppError 422 where there is none
 */
export function readOfflineRequest(body: unknown): unknown {
  const carried = typeof body === 'string' ? body : Object(body).request
  if (carried === undefined && body !== undefined) return body
  const request = readActivationRequestFile(String(carried))
  if (request !== undefined) return request
  throw new AppError(
    422,
    'request_file_malformed',
    'This isn’t a request file as the application writes it, or it isn’t whole.',
  )
}

export function sendLicenceFile(
  res: Response,
  { library }: Pick<Licensing, 'library'>,
  { file }: ActivationAnswer,
) {
  res.set('Cache-Control', 'no-store')
  res.attachment(licenceFileName(library.typed.site.product)).type('text/plain').send(file)
}
