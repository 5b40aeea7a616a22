/** The message starts with `path:line`, which editors turn into a link. */
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

/** A file skipped with a warning, such as one with JavaScript as front matter. */
export class SkippedDocument extends ContentError {
  override name = 'SkippedDocument'
}

export class BrokenContent extends ContentError {
  override name = 'BrokenContent'
  readonly problems: readonly ContentError[]

  constructor(problems: readonly [ContentError, ...ContentError[]]) {
    super(problems[0].file, problems[0].line, '')
    this.problems = problems
    this.message = problems.map(({ message }) => message).join('\n')
  }
}

export function refuseBroken([first, ...others]: readonly ContentError[]): void {
  if (first) throw new BrokenContent([first, ...others])
}

export function collectProblems() {
  const list: ContentError[] = []
  return {
    list: list as readonly ContentError[],
    /** Returns undefined if `read` throws a ContentError. */
    attempt<Result>(read: () => Result): Result | undefined {
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
