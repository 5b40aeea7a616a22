import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

const visitorLeft = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/** Sends what a source gives through the transforms. A visitor may leave; a failed source cuts the answer off and rejects. */
export async function sendStream(
  res: ServerResponse,
  source: NodeJS.ReadableStream,
  ...transforms: NodeJS.ReadWriteStream[]
): Promise<void> {
  // A pipeline listens four times, beside all that log, count and queue answers. Node warns of more than ten listeners.
  res.setMaxListeners(20)
  await pipeline([source, ...transforms, res]).catch((error) => {
    if (!visitorLeft.has(error.code)) throw error
  })
}
