/** A browser that is steered from outside, by whichever protocol it speaks. */
export type Driver = {
  navigate(url: string): Promise<void>
  back(): Promise<void>
  /** Runs a function in the page. @param args as JSON, like its result */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Input as WebDriver defines it: https://www.w3.org/TR/webdriver2/#actions */
  perform(actions: object[]): Promise<void>
  /** CSS pixels of the window, its frame included. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** @returns the source of a function of one JSON text that runs another in the page, and gives its result as JSON */
export function jsonFunction(run: (...args: never[]) => unknown): string {
  return `async (json) => JSON.stringify(await (${run})(...JSON.parse(json)) ?? null)`
}
