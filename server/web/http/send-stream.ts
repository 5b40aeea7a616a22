import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

const visitorLeft = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/**
 * Sends a source through transforms. Ends quietly if the visitor leaves; if the source fails, aborts the
 * answer and rejects.
 */
export async function sendStream(
  res: ServerResponse,
  source: NodeJS.ReadableStream,
  ...transforms: NodeJS.ReadWriteStream[]
): Promise<void> {
  // A pipeline adds four listeners to those of logging, counting and queueing. Node warns above ten.
  res.setMaxListeners(20)
  await pipeline([source, ...transforms, res]).catch((error) => {
    if (!visitorLeft.has(error.code)) throw error
  })
}
