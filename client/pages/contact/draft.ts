import type { ContactMessage } from '#shared/contact/contact.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

const key = 'contactDraft'

// The list of shared/contact/contact.ts would bring the schema's library.
const fields: Record<keyof ContactMessage, true> = { name: true, email: true, topic: true, message: true }
const names = Object.keys(fields)

/** Keeps the form's contents until they are sent, as long as the tab lives. */
export function saveDraft(form: HTMLFormElement): void {
  const data = new FormData(form)
  writeStored(
    'sessionStorage',
    key,
    Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])),
  )
}

/**
 * Leaves what was typed before.
 * @param opening the beginning of the message, whatever was stored
 * @returns whether anything was
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

/** Keeps a message for the page that confirms it. */
export function keepSent(reference: string, message: string): void {
  writeStored('sessionStorage', sentKey, { reference, message })
}

/** @returns the message of this reference; empty in other tabs */
export function readSent(reference: string): string {
  const sent = readStored('sessionStorage', sentKey) as { reference?: unknown; message?: unknown } | null
  return sent?.reference === reference && typeof sent.message === 'string' ? sent.message : ''
}

function readDraft(): Record<string, unknown> {
  const entries = Object.entries(readStored('sessionStorage', key) ?? {})
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)))
}
