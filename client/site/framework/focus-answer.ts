/** Focuses the answer to a form in a new document, unless the visitor has already scrolled or focused something. */
export function focusAnswer(answer: HTMLElement | null | undefined): void {
  const isUntouched = scrollY === 0 && document.activeElement === document.body
  if (isUntouched) answer?.focus()
}
