import { onceField } from '#shared/desk/once-field.ts'

const storedAs = 'desk-typed'

/** Hidden fields by which the server recognises a repeated or outdated form. */
const knownBy = [onceField, 'revision', 'seen', 'expectedTotal']

/** @property isLate whether a later page restores the draft: the session had ended, or another form was sent */
type Draft = { page: string; action: string; fields: [name: string, value: string][]; isLate: boolean }

/**
 * Keeps typed fields in the tab until the form is answered. If the session had ended, the form has them again
 * after the sign-in, on any page. If the answer was lost, it has them once its page is shown again. A form with
 * `data-keeps`, such as a search, keeps the fields of the form with that id.
 */
export function startDrafts(document: Document): void {
  const { location } = document
  document.addEventListener('submit', ({ target }) => {
    const sent = target as HTMLFormElement
    const kept = sent.dataset.keeps
    const form = kept === undefined ? sent : (document.getElementById(kept) as HTMLFormElement)
    // The sign-in's own forms don't replace the draft.
    if (form.method !== 'post' || !form.closest('.DeskMain') || !takesText(form)) return
    const action = new URL(form.action).pathname
    write({ page: location.pathname, action, fields: fieldsOf(form), isLate: kept !== undefined })
  })
  const draft = read()
  if (!draft) return
  if (new URLSearchParams(location.search).has('ended')) {
    draft.isLate = true
    write(draft)
  }
  const place = document.querySelector<HTMLElement>('[data-kept]')
  if (place) {
    place.hidden = !draft.isLate
    return
  }
  if (!document.querySelector('.DeskMain')) return
  const isLost = !draft.isLate && location.pathname === draft.page && isShownAgain()
  const form = (draft.isLate || isLost) && formOf(document, draft)
  if (form) putBack(form, draft, isLost)
  if (form || !draft.isLate || location.pathname === draft.page) write(null)
}

/** Includes hidden fields, because those of a final act's page were typed on the page before. */
function fieldsOf(form: HTMLFormElement): Draft['fields'] {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
}

function formOf(document: Document, { action }: Draft): HTMLFormElement | undefined {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[method=post]')]
  return forms.find((each) => new URL(each.action).pathname === action && takesText(each))
}

/** Forms in a list's rows have no text and share an address, so a draft can't belong to them. */
function takesText(form: HTMLFormElement): boolean {
  return [...form.elements].some(isTyped)
}

/** Firefox goes back to a page with `no-store` without the typed text. */
function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry !== undefined && entry.type !== 'navigate'
}

/** @param isLost whether the server may have received the form, so its idempotency key and revision must be kept */
function putBack(form: HTMLFormElement, { fields }: Draft, isLost: boolean): void {
  const left = [...fields]
  for (const control of form.elements) {
    if (isTicked(control)) {
      control.checked = left.some(([name, value]) => name === control.name && value === control.value)
    } else if (isTyped(control) || (isLost && isHidden(control) && knownBy.includes(control.name))) {
      const place = left.findIndex(([name]) => name === control.name)
      const [found] = place < 0 ? [] : left.splice(place, 1)
      if (!found || (isLost && isChanged(control))) continue
      control.value = found[1]
      if (found[1] !== '') control.closest('details')?.setAttribute('open', '')
    } else continue
    // Scripts that count or check typed fields must run again.
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  form.closest('details')?.setAttribute('open', '')
  const [first] = [...form.elements].filter(isTyped)
  first?.focus()
}

function isTicked(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
}

function isHidden(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'hidden'
}

/** Whether the browser itself has restored typed text. */
function isChanged(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  return 'defaultValue' in control && control.value !== control.defaultValue
}

/** A draft can't contain files. */
function isTyped(control: Element): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (control instanceof HTMLInputElement) return !['hidden', 'file'].includes(control.type)
  return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement
}

function read(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storedAs) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

/** Does nothing if the browser refuses storage. */
function write(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(storedAs, JSON.stringify(draft))
    else sessionStorage.removeItem(storedAs)
  } catch {
    // The page works without drafts.
  }
}
