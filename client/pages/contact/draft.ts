import type { ContactMessage } from '#shared/contact.ts'

const key = 'contactDraft'
const names: string[] = ['name', 'email', 'topic', 'message'] satisfies (keyof ContactMessage)[]

/** Keeps the form's contents until they are sent, as long as the tab lives. */
export function saveDraft(form: HTMLFormElement): void {
  const data = new FormData(form)
  write(JSON.stringify(Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]))))
}

/** @param opening the beginning of the message, whatever was stored */
export function restoreDraft(form: HTMLFormElement, opening = ''): void {
  const draft = readDraft()
  const message = String(draft.message ?? '')
  const opened = message.startsWith(opening) ? message : opening + message
  for (const [name, value] of Object.entries({ ...draft, message: opened })) {
    const field = form.elements.namedItem(name)
    if (typeof value === 'string' && field && 'value' in field) field.value = value
  }
}

export function clearDraft(): void {
  write(null)
}

function readDraft(): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const entries = Object.entries(draft ?? {}).filter(([name]) => names.includes(name))
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** Without storage there are no drafts. */
function write(draft: string | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draft)
  } catch {}
}
