import { type FormEvent, useState } from 'react'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { readActivationRequestFile, withoutZeros } from '#shared/licensing/activation-request-file.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { FileDrop } from '../../site/ui/file-drop.tsx'
import { explainProblem, unknownEnd } from './problems.ts'

/** Activates machines that never go online. Also works without script. */
export function OfflineSteps({ busy, onRequest }: { busy: boolean; onRequest(request: string): void }) {
  const { site } = useAppState()
  const [error, setError] = useState('')

  async function take(file: File) {
    const problem = await problemOf(file)
    setError(problem)
    if (!problem && navigator.onLine) onRequest(withoutZeros(await file.text()))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('request')
    if (file instanceof File && !busy) take(file)
  }

  return (
    <div>
      <h2 className="Sheet-title" id="by-file">
        By file, without one
      </h2>
      <p className="Lede">For a machine that never goes online. Use any other machine for step two.</p>
      <ol className="Steps">
        <li>
          <h3>Save a request file</h3>
          <p>On the offline machine: Help, Licence, then Activate by file, or Deactivate by file.</p>
        </li>
        <li>
          <h3>Bring it here</h3>
          <form
            method="post"
            encType="multipart/form-data"
            action={routes.activation}
            aria-labelledby="by-file"
            onSubmit={submit}
          >
            <FileDrop
              label="Choose the request file"
              name="request"
              note="About 1 KB"
              required
              error={error || undefined}
              onFile={take}
            />
            <div className="Form-actions Gap">
              <Button quiet busy={busy}>
                Send the request
              </Button>
            </div>
          </form>
        </li>
        <li>
          <h3>Take the activation file back</h3>
          <p>{`It downloads straight away. Open it in ${site.product} on the offline machine. A machine that you deactivate needs none.`}</p>
        </li>
      </ol>
    </div>
  )
}

/** Reports a wrong file before it is sent. */
async function problemOf(file: File): Promise<string> {
  const code =
    file.size > maxBodyBytes
      ? 'payload_too_large'
      : readActivationRequestFile(await file.text()) === undefined && 'request_file_malformed'
  if (!code) return ''
  const { title, advice } = explainProblem(code, unknownEnd)
  return `${title} ${advice}`
}
