import { Writable } from 'node:stream'

/** Takes a page as it's rendered, and gives it to any number of readers: what there is at once, the rest as it comes. */
export class Recording extends Writable {
  #chunks: Buffer[] = []
  #readers = new Set<Writable>()
  #whole = false

  /** The bytes so far; of a finished recording, all. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** Nothing will be added; readers are given the end from now on. */
  get whole(): boolean {
    return this.#whole
  }

  sendTo(reader: Writable): void {
    for (const chunk of this.#chunks) reader.write(chunk)
    if (this.#whole) return void reader.end()
    flush(reader)
    this.#readers.add(reader)
    reader.on('close', () => this.#readers.delete(reader))
  }

  /** React calls it when it has written what there is: a compressing reader is to hold nothing back. */
  flush(): void {
    for (const reader of this.#readers) flush(reader)
  }

  /** A reader that is slow is not waited for: a page is small, and its chunks are shared. */
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    for (const reader of this.#readers) reader.write(chunk)
    done()
  }

  override _final(done: () => void): void {
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
