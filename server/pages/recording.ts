import { Writable } from 'node:stream'

/**
 * Takes a page as it's rendered, and gives it to any number of readers: what there is at once, the rest as it comes. React
 * writes two kilobytes at a time, and flushes when it has written all that it has: that is handed on in one piece.
 */
export class Recording extends Writable {
  #pieces: Buffer[] = []
  #unflushed: Buffer[] = []
  #readers = new Set<Writable>()
  #whole = false

  constructor() {
    // React takes a destination's close for a visitor's leaving, and makes an error of each, which costs as much as a loader.
    super({ autoDestroy: false })
  }

  /** The bytes so far; of a finished recording, all. */
  get bytes(): Buffer {
    return Buffer.concat([...this.#pieces, ...this.#unflushed])
  }

  /** Nothing will be added; readers are given the end from now on. */
  get whole(): boolean {
    return this.#whole
  }

  sendTo(reader: Writable): void {
    for (const piece of this.#pieces) reader.write(piece)
    if (this.#whole) return void reader.end()
    flush(reader)
    this.#readers.add(reader)
    reader.on('close', () => this.#readers.delete(reader))
  }

  /** Called by React: a compressing reader is to hold nothing back. */
  flush(): void {
    this.#passOn()
    for (const reader of this.#readers) flush(reader)
  }

  /** A reader that is slow is not waited for: a page is small, and its pieces are shared. */
  #passOn(): void {
    if (this.#unflushed.length === 0) return
    const piece = Buffer.concat(this.#unflushed)
    this.#unflushed = []
    this.#pieces.push(piece)
    for (const reader of this.#readers) reader.write(piece)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unflushed.push(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.#passOn()
    this.#whole = true
    for (const reader of this.#readers) reader.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#whole) for (const reader of this.#readers) reader.destroy()
    done(error)
  }
}

function flush(reader: Writable & { flush?: () => void }): void {
  reader.flush?.()
}
