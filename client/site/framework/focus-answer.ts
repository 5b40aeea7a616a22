/** Focuses a document's answer to a form, unless its visitor has scrolled or pressed before the application came. */
export function focusAnswer(answer: HTMLElement | null | undefined): void {
  const isUntouched = scrollY === 0 && document.activeElement === document.body
  if (isUntouched) answer?.focus()
}
