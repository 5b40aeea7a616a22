/** Drives a browser, independently of its protocol. */
export type Driver = {
  navigate(url: string): Promise<void>
  back(): Promise<void>
  /** Arguments and result must be JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Input as in https://www.w3.org/TR/webdriver2/#actions */
  perform(actions: object[]): Promise<void>
  /** In CSS pixels, with the window's frame. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** Turns a function into source that takes and returns JSON text. */
export function jsonFunction(run: (...args: never[]) => unknown): string {
  return `async (json) => JSON.stringify(await (${run})(...JSON.parse(json)) ?? null)`
}
