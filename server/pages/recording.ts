import { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import type { PageResponse } from '#shared/render.ts'

type Page = Pick<Extract<PageResponse, { kind: 'page' }>, 'pipe' | 'abort'>

/** Has a page written down as it's rendered, until `signal` says that nobody waits for it. */
export function record(page: Page, signal: AbortSignal): Recording {
  const recording = new Recording()
  page.pipe(recording)
  // Most pages are whole by now. What could still end them would keep all that they were made from.
  if (recording.whole) return recording
  const giveUp = () => {
    page.abort(signal.reason)
    recording.destroy()
  }
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp)
  return recording
}

/**
 * Takes a page as it's rendered, and gives it to any number of readers: what there is at once, the rest as it comes. React
 * writes four kilobytes at a time, and flushes when it has written all that it has: that is handed on in one piece.
 * It is no stream of Node's: that would end a turn later, with all that React made of this page and the next ones kept
 * until then.
 */
export class Recording extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  #pieces: Buffer[] = []
  #unflushed: Uint8Array[] = []
  #readers = new Set<Writable>()
  #whole = false
  #destroyed = false
  #ending = Promise.withResolvers<boolean>()

  /** Of a whole recording, all. */
  get bytes(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }

  /** Nothing will be added; readers are given the end from now on. */
  get whole(): boolean {
    return this.#whole
  }

  /** It broke off before its end. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  /** Resolves at its end: whether it's whole. */
  get ended(): Promise<boolean> {
    return this.#ending.promise
  }

  sendTo(reader: Writable): void {
    if (this.#destroyed) return void reader.destroy()
    if (this.#whole) return void reader.end(this.bytes)
    for (const piece of this.#pieces) reader.write(piece)
    flush(reader)
    this.#readers.add(reader)
    reader.on('close', () => this.#readers.delete(reader))
  }

  /** A reader that is slow is not waited for: a page is small, and its pieces are shared. */
  write(chunk: Uint8Array | string): true {
    this.#unflushed.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    return true
  }

  /** Called by React: a compressing reader is to hold nothing back. */
  flush(): void {
    this.#passOn()
    for (const reader of this.#readers) flush(reader)
  }

  end(): this {
    this.#passOn()
    this.#whole = true
    for (const reader of this.#readers) reader.end()
    this.#ending.resolve(true)
    return this
  }

  /** Called by React too, when there is no page. Of a whole one nothing is left to break off. */
  destroy(): void {
    if (this.#whole || this.#destroyed) return
    this.#destroyed = true
    this.#ending.resolve(false)
    for (const reader of this.#readers) reader.destroy()
    this.emit('close')
  }

  #passOn(): void {
    if (this.#unflushed.length === 0) return
    const piece = Buffer.concat(this.#unflushed)
    this.#unflushed = []
    this.#pieces.push(piece)
    for (const reader of this.#readers) reader.write(piece)
  }
}

function flush(reader: Writable & { flush?: () => void }): void {
  reader.flush?.()
}
