const storedAs = 'desk-single-keys'

/** Keeps the choice until the page closes, if the browser refuses storage. */
let unstored = true

/** Milliseconds within which a room's key must follow `g`. */
const goMs = 1200

/** Single keys only open and move things. They are off in fields, with Ctrl, Alt or ⌘, and if the user turned them off. */
export function startKeys(document: Document): void {
  startSwitch(document)
  let wentAt = Number.NEGATIVE_INFINITY
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const { key, target } = event
    if (!keysAreOn()) return
    if (document.querySelector(':popover-open')) {
      if (key === '?') keysCard()?.hidePopover()
      return
    }
    if (isTyping(target)) {
      if (key === 'Escape') leave(target)
      return
    }
    const isRoom = event.timeStamp - wentAt < goMs
    wentAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    const act = isRoom ? () => follow(`[data-room="${CSS.escape(key)}"]`) : acts[key]
    if (!act) return
    event.preventDefault()
    act()
  })

  const acts: Record<string, () => void> = {
    '/': search,
    '?': () => keysCard()?.showPopover(),
    Escape: () => follow('[data-past]'),
    j: () => focusRow(document, 1),
    k: () => focusRow(document, -1),
    x: () => tickRow(document),
    n: () => follow('[data-older]'),
    f: () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
    p: () => openActForm('p'),
    r: () => openActForm('r'),
    w: () => openActForm('w'),
    d: () => showPart('documents'),
    h: () => showPart('history'),
  }

  function keysCard(): HTMLElement | null {
    return document.querySelector<HTMLElement>('.KeysCard')
  }

  /** On a phone the bar is hidden, so search has its own page. */
  function search(): void {
    const field = document.querySelector<HTMLInputElement>('[data-search]')
    if (field?.checkVisibility()) field.select()
    else follow('.DeskRail-tool[href]')
  }

  function follow(selector: string): void {
    document.querySelector<HTMLAnchorElement>(selector)?.click()
  }

  function openActForm(hotkey: string): void {
    const form = document.querySelector<HTMLDetailsElement>(`[data-hotkey="${hotkey}"]`)
    if (!form) return
    form.open = true
    form.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus()
  }

  function showPart(id: string): void {
    const part = document.getElementById(id)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }

  /** Escape leaves only a search or a filter, so that keys work again. Other fields contain text that a person wrote. */
  function leave(field: Element): void {
    if (!field.matches('[data-filter], [data-search]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }
}

function isTyping(target: EventTarget | null): target is Element {
  return (
    target instanceof Element &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  )
}

/** Moves the real focus, so that everything else works as it does without these keys. */
function focusRow(document: Document, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) =>
    row.checkVisibility(),
  )
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
  rows[next]?.focus()
}

/** Toggles the checkbox of the focused row. */
function tickRow(document: Document): void {
  const row = document.activeElement?.closest('tr, li, label')
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}

/** Turns single keys off for this browser (WCAG 2.1.4). */
function startSwitch(document: Document): void {
  const control = document.querySelector<HTMLElement>('[data-keys-switch]')
  control?.setAttribute('aria-checked', String(keysAreOn()))
  control?.addEventListener('click', () => {
    turnKeys(!keysAreOn())
    control.setAttribute('aria-checked', String(keysAreOn()))
  })
}

function keysAreOn(): boolean {
  try {
    return localStorage.getItem(storedAs) !== 'off'
  } catch {
    return unstored
  }
}

function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, 'off')
  } catch {
    unstored = on
  }
}
