const progressType = 'application/x-ndjson'

/** Shows the progress of an upload. Only if no page answers does the browser submit the form itself. */
export function startUpload(document: Document): void {
  const form = document.querySelector<HTMLFormElement>('form[data-upload]')
  const progress = form?.querySelector<HTMLElement>('[data-progress]')
  if (!form || !progress) return
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    form.inert = true
    progress.hidden = false
    const answer = await send(form, (stored, of) => show(progress, stored, of))
    if (answer === null) form.submit()
    else if ('to' in answer) document.location.assign(answer.to)
    else showPage(document, answer.page)
  })
}

/** The address to open, or a page that refuses or asks for the columns; null if neither came. */
type Answer = { to: string } | { page: Document } | null

/** Trusted Types forbid pages made from text, but this request parses its answer itself. */
function send(form: HTMLFormElement, onStored: (stored: number, of: number) => void): Promise<Answer> {
  const request = new XMLHttpRequest()
  const isPage = () => request.getResponseHeader('content-type')?.startsWith('text/html')
  request.open('POST', form.action)
  request.setRequestHeader('Accept', `${progressType}, text/html;q=0.9`)
  request.addEventListener('readystatechange', () => {
    if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED && isPage()) request.responseType = 'document'
  })
  request.addEventListener('progress', () => {
    const last = request.responseType === '' ? linesOf(request.responseText).at(-1) : null
    if (last?.stored && last.of) onStored(last.stored, last.of)
  })
  const { promise, resolve } = Promise.withResolvers<Answer>()
  request.addEventListener('loadend', () => resolve(read()))
  request.send(new FormData(form))
  return promise

  function read(): Answer {
    const { response, responseType, responseURL } = request
    // The session has ended.
    if (responseURL !== '' && responseURL !== form.action) return { to: responseURL }
    if (responseType === 'document') return response && { page: response }
    const to = linesOf(request.responseText).at(-1)?.to
    return to === undefined ? null : { to }
  }
}

type Line = { stored?: number; of?: number; to?: string }

/** Another answer, or the last line of one that broke off, isn't JSON lines. */
function linesOf(text: string): Line[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1).trim()
  if (!whole.startsWith('{"')) return []
  return whole.split('\n').map((line) => JSON.parse(line))
}

/** The answer has the same frame, so only its contents are new. */
function showPage(document: Document, page: Document): void {
  const [main, contents] = [document.getElementById('main'), page.getElementById('main')]
  if (!main || !contents) {
    document.location.reload()
    return
  }
  main.replaceChildren(...contents.childNodes)
  startUpload(document)
  const refused = main.querySelector<HTMLElement>('[data-refused]') ?? main
  refused.focus()
}

function show(progress: HTMLElement, stored: number, of: number): void {
  const [words, bar] = [progress.querySelector('span'), progress.querySelector('progress')]
  if (words)
    words.textContent = `Reading line ${stored.toLocaleString('en-AU')} of ${of.toLocaleString('en-AU')}`
  if (bar) Object.assign(bar, { max: of, value: stored })
}
