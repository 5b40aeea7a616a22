import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { acceptedEncodings } from '../web/http/accepted-encodings.ts'
import { type Compression, compress, compressing, etagIn } from '../web/http/compress.ts'
import { sendStream } from '../web/http/send-stream.ts'
import type { SerialisedAnswer } from './answers.ts'

/** Smaller answers gain too little from compression. */
const compressedFrom = 1024

export async function sendAnswer(
  request: Request,
  response: Response,
  answer: SerialisedAnswer,
): Promise<void> {
  const [first = 'identity'] =
    answer.length < compressedFrom ? [] : acceptedEncodings(request.headers['accept-encoding'])
  response
    .vary('Accept-Encoding')
    .setHeader('Content-Type', 'application/json; charset=utf-8')
    .setHeader('ETag', etagIn(first, answer.etag))
  if (answer.total !== undefined) response.setHeader('X-Total-Count', answer.total)
  if (request.fresh) return void response.status(304).end()

  const coding = first === 'identity' ? undefined : first
  if (coding) response.setHeader('Content-Encoding', coding)
  if (!answer.bytes) return stream(request, response, answer, coding)
  const bytes = coding ? await coded(answer.bytes, coding, answer) : answer.bytes
  response.setHeader('Content-Length', bytes.length).end(request.method === 'HEAD' ? undefined : bytes)
}

/** Streams, so that a slow client can't hold a long answer in memory. */
async function stream(
  { method }: Request,
  response: Response,
  { length, parts }: SerialisedAnswer,
  coding: Compression | undefined,
): Promise<void> {
  if (!coding) response.setHeader('Content-Length', length)
  if (method === 'HEAD') return void response.end()
  const coder = coding ? [compressing(coding)] : []
  await sendStream(response, Readable.from(parts()), ...coder)
}

async function coded(bytes: Buffer, coding: Compression, { coded }: SerialisedAnswer): Promise<Buffer> {
  coded[coding] ??= compress(bytes, coding, 'quick')
  try {
    return await coded[coding]
  } catch (error) {
    // Lets the next request try again.
    delete coded[coding]
    throw error
  }
}
