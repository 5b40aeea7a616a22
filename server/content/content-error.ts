/** A file of `content/` that cannot be used; the message starts with `path:line` as editors read it. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly file: string
  readonly line: number

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`)
    this.file = file
    this.line = line
  }
}

/** A document that is left out with a warning, since the model reads it and we don't: JavaScript as front matter. */
export class SkippedDocument extends ContentError {
  override name = 'SkippedDocument'
}
