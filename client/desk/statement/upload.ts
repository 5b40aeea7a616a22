const progressType = 'application/x-ndjson'

/** Shows the progress of an upload. If anything goes wrong, the browser submits the form itself and shows its page. */
export function startUpload(document: Document): void {
  const form = document.querySelector<HTMLFormElement>('form[data-upload]')
  const progress = form?.querySelector<HTMLElement>('[data-progress]')
  if (!form || !progress) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    form.inert = true
    progress.hidden = false
    send(form, (stored, of) => show(progress, stored, of))
      .catch(() => null)
      .then((to) => {
        if (to) document.location.assign(to)
        else form.submit()
      })
  })
}

/** @returns the page to open; null if the server needs more input */
async function send(
  form: HTMLFormElement,
  onStored: (stored: number, of: number) => void,
): Promise<string | null> {
  const headers = { Accept: progressType }
  const answer = await fetch(form.action, { method: 'POST', body: new FormData(form), headers })
  if (!answer.headers.get('content-type')?.startsWith(progressType) || !answer.body) return null
  let rest = ''
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { stored, of, to } = JSON.parse(line) as { stored?: number; of?: number; to?: string }
      if (to) return to
      if (stored && of) onStored(stored, of)
    }
  }
  return null
}

function show(progress: HTMLElement, stored: number, of: number): void {
  const [words, bar] = [progress.querySelector('span'), progress.querySelector('progress')]
  if (words)
    words.textContent = `Reading line ${stored.toLocaleString('en-AU')} of ${of.toLocaleString('en-AU')}`
  if (bar) Object.assign(bar, { max: of, value: stored })
}
