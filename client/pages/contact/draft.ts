import type { ContactMessage } from '#shared/contact/contact.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

const key = 'contactDraft'

// Importing the list from shared/contact/contact.ts would load the schema's library.
const fields: Record<keyof ContactMessage, true> = { name: true, email: true, topic: true, message: true }
const names = Object.keys(fields)

/** Keeps the form's contents in the tab until they are sent. */
export function saveDraft(form: HTMLFormElement): void {
  const data = new FormData(form)
  writeStored(
    'sessionStorage',
    key,
    Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])),
  )
}

/**
 * Restores the draft, but keeps fields that the visitor has already changed.
 * @param opening begins the message, whatever the draft contains
 * @returns whether any field was changed
 */
export function restoreDraft(form: HTMLFormElement, opening = ''): boolean {
  const draft = readDraft()
  const message = String(draft.message ?? '')
  const opened = message.startsWith(opening) ? message : opening + message
  const stored: Record<string, unknown> = { ...draft, message: opened }
  let wasTyped = false
  for (const name of names) {
    const field = form.elements.namedItem(name) as FormField
    const value = stored[name]
    if (!isUntouched(field)) wasTyped = true
    else if (typeof value === 'string') field.value = value
  }
  return wasTyped
}

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isUntouched(field: FormField): boolean {
  return field instanceof HTMLSelectElement
    ? field.selectedOptions[0]?.defaultSelected === true
    : field.value === field.defaultValue
}

export function clearDraft(): void {
  writeStored('sessionStorage', key, null)
}

const sentKey = 'contactSent'

/** Keeps a message for the confirmation page. */
export function keepSent(reference: string, message: string): void {
  writeStored('sessionStorage', sentKey, { reference, message })
}

/** @returns the message with this reference; empty in other tabs */
export function readSent(reference: string): string {
  const sent = readStored('sessionStorage', sentKey) as { reference?: unknown; message?: unknown } | null
  return sent?.reference === reference && typeof sent.message === 'string' ? sent.message : ''
}

function readDraft(): Record<string, unknown> {
  const entries = Object.entries(readStored('sessionStorage', key) ?? {})
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)))
}
