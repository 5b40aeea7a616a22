import { addAbortListener } from 'node:events'
import { Writable } from 'node:stream'
import type { PageResponse } from '#shared/render.ts'

type Page = Pick<Extract<PageResponse, { kind: 'page' }>, 'pipe' | 'abort'>
type Reader = Writable & { flush?: () => void }

/** Has React write a page until `signal` says that nobody waits for it. */
export function writeBody(page: Page, signal: AbortSignal): PageBody {
  const body = new PageBody()
  page.pipe(body)
  // Most pages are written at once. A listener would keep all that they were made from.
  if (body.writableEnded) return body
  const listening = addAbortListener(signal, () => {
    page.abort(signal.reason)
    body.destroy()
  })
  return body.on('close', () => listening[Symbol.dispose]())
}

/**
 * The HTML of one page while React writes it. Every reader is sent what there is at once, and the rest as it comes.
 * A slow reader isn't waited for: a page is small, and all readers share its bytes.
 */
export class PageBody extends Writable {
  #chunks: Buffer[] = []
  #readers = new Set<Reader>()
  #isWhole = false

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  sendTo(reader: Reader): void {
    if (this.#isWhole) return void reader.end(this.bytes)
    if (this.destroyed) return void reader.destroy()
    for (const chunk of this.#chunks) reader.write(chunk)
    reader.flush?.()
    this.#readers.add(reader)
    reader.on('close', () => this.#readers.delete(reader))
  }

  /** React calls this when it has written all that it has. */
  flush(): void {
    for (const reader of this.#readers) reader.flush?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    for (const reader of this.#readers) reader.write(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.#isWhole = true
    for (const reader of this.#readers) reader.end()
    done()
  }

  /** Half a page is no page. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isWhole) for (const reader of this.#readers) reader.destroy()
    done(error)
  }
}
