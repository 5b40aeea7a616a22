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

/** Everything that is wrong with a folder of content, one problem a line. */
export class BrokenContent extends ContentError {
  override name = 'BrokenContent'
  readonly problems: readonly ContentError[]

  constructor(problems: readonly [ContentError, ...ContentError[]]) {
    super(problems[0].file, problems[0].line, '')
    this.problems = problems
    this.message = problems.map(({ message }) => message).join('\n')
  }
}

/** @throws BrokenContent where there is any problem */
export function refuseBroken([first, ...others]: readonly ContentError[]): void {
  if (first) throw new BrokenContent([first, ...others])
}

/** Gathers problems, so that all of them are told at once. */
export type Problems = {
  readonly list: readonly ContentError[]
  /** What `read` returns; undefined where it complains. */
  attempt<Result>(read: () => Result): Result | undefined
}

export function collectProblems(): Problems {
  const list: ContentError[] = []
  return {
    list,
    attempt(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof ContentError)) throw error
        list.push(...(error instanceof BrokenContent ? error.problems : [error]))
        return undefined
      }
    },
  }
}
