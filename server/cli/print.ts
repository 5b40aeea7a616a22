/** Prints JSON for programs, or text for people. @returns the exit status */
export function print(json: boolean, value: unknown, text: string): number {
  console.log(json ? JSON.stringify(value, null, 2) : text)
  return 0
}
